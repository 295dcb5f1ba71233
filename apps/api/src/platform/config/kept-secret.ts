import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret of a local start: created once and kept beside the local database, so that a restart changes nothing. */
export const localSecret = (dataDir: string, name: 'jwt-secret' | 'starting-meals-key'): string =>
  keptIn(dataDir, name, () => randomBytes(32).toString('base64url'));

/** A secret in the data folder, created if it does not exist yet. */
export function keptIn(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  try {
    // wx: of two processes that start together, one writes and both read the same
    writeFileSync(file, make(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
