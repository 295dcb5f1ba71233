import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the pieces of the Fetch standard it lacks, taken from Node. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Headers, ReadableStream, TextEncoder, TextDecoder, TextDecoderStream });
  }
}
