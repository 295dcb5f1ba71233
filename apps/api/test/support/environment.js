import { TestEnvironment } from 'jest-environment-node';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/**
 * Jest loads this module once in a worker, and a test file's own modules anew for each file. So this map is what one file
 * leaves to the next: the API process of the worker (start-api.ts).
 */
const kept = new Map();

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptInWorker = kept;
    // half of what a file would load
    this.global.mailLibraries = { simpleParser, SMTPServer };
  }
}
