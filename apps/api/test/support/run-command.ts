import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './database.js';
import { JWT_SECRET } from './start-api.js';

interface Outcome {
  failed: boolean;
  stdout: string;
  stderr: string;
}

/** Runs a built command on a database, as on the server. */
export function runCommand(db: TestDatabase, name: string, ...args: string[]): Promise<Outcome> {
  const command = fileURLToPath(new URL(`../../dist/operations/commands/${name}.js`, import.meta.url));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: db.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    JWT_SECRET,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, stderr }),
    );
  });
}
