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

/** Where DATA_DIR keeps the server's files. */
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

/** Attempts of processes that were killed halfway. What such a process had started may still be writing for a moment. */
async function removeUnfinished(dataDir: string) {
  for (const name of await readdir(dataDir))
    if (name.startsWith(UNFINISHED) && !isAlive(Number.parseInt(name.slice(UNFINISHED.length), 10)))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/**
 * Makes a data directory, whole or not at all: it is built under another name and moved into place when it is
 * finished, so that a machine switched off halfway leaves nothing that looks like data.
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
      // Unicode as everywhere, whatever languages this machine has installed.
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
