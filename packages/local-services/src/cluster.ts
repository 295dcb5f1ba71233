import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './embedded-binaries.js';
import { LocalServiceError } from './local-service-error.js';
import { isAlive } from './postmaster.js';
import type { ServerAccount } from './server-account.js';

const MAJOR_VERSION = '18';
const PASSWORD_FILE = 'spareswipe.password';
const UNFINISHED = 'postgres.unfinished-';

/** The server's data directory below DATA_DIR. */
export const clusterPath = (dataDir: string) => join(dataDir, 'postgres');

export const readPassword = (cluster: string) => readFile(join(cluster, PASSWORD_FILE), 'utf8');

export async function clusterExists(cluster: string): Promise<boolean> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return false;
  if (version.trim() === MAJOR_VERSION) return true;
  throw new LocalServiceError(
    `The data in ${cluster} is of PostgreSQL ${version.trim()}, and this is ${MAJOR_VERSION}; move it away or set DATA_DIR.`,
  );
}

/** Removes attempts of processes that were killed halfway; the retries are for their children, which may still be writing. */
async function removeUnfinished(dataDir: string) {
  for (const name of await readdir(dataDir))
    if (name.startsWith(UNFINISHED) && !isAlive(Number.parseInt(name.slice(UNFINISHED.length), 10)))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/**
 * Creates a data directory completely or not at all: builds it under another name and moves it into place when it is
 * finished, so that a machine that is switched off halfway leaves no half-made directory.
 */
export async function createCluster(
  cluster: string,
  { initdb }: Binaries,
  account: ServerAccount,
  { durable }: { durable: boolean },
): Promise<void> {
  const dataDir = dirname(cluster);
  await removeUnfinished(dataDir);
  const attempt = await mkdtemp(join(dataDir, `${UNFINISHED}${process.pid}-`));
  try {
    const data = join(attempt, 'data');
    const passwordFile = join(attempt, PASSWORD_FILE);
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account.ids)
      for (const path of [attempt, data, passwordFile]) await chown(path, account.ids.uid, account.ids.gid);

    const { file, args, ids } = account.command(initdb, [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      // the same Unicode behaviour on every machine, whichever locales are installed
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await promisify(execFile)(file, args, { ...ids, cwd: attempt, env: { ...process.env, LC_ALL: 'C' } });
    await rename(passwordFile, join(data, PASSWORD_FILE));
    await rename(data, cluster);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`PostgreSQL could not make its data directory: ${stderr?.trim() || message}`, { cause: error });
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
}
