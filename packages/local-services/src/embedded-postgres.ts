import { chmod, mkdir, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { clusterExists, clusterPath, createCluster, readPassword } from './cluster.js';
import { findBinaries } from './embedded-binaries.js';
import { LocalServiceError } from './local-service-error.js';
import { findFreePort } from './ports.js';
import type { Postgres } from './postgres.js';
import type { GuardianSettings } from './postgres-guardian.js';
import { findPostmaster } from './postmaster.js';
import { postgresUrl } from './running-postgres.js';
import { chooseAccount } from './server-account.js';
import { launchService } from './service-process.js';

const DATABASE = 'spareswipe';
const SHARED_MEMORY_BYTES = 256 * 1024 * 1024;
/** A throwaway server may lose its data in a crash, so it does not wait for the disk. */
const THROWAWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/** In containers /dev/shm often has 64 MB or nothing; then the server keeps its shared memory in files. */
async function sharedMemory(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const free = await statfs('/dev/shm').then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free < SHARED_MEMORY_BYTES ? ['dynamic_shared_memory_type=mmap'] : [];
}

async function createDatabase(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function dataFolder(dataDir: string | undefined): Promise<string> {
  try {
    if (dataDir) {
      await mkdir(dataDir, { recursive: true });
      return resolve(dataDir);
    }
    const folder = await mkdtemp(join(tmpdir(), 'spareswipe-postgres-'));
    // The server may run as another user and must be able to enter; its data directory inside stays private.
    await chmod(folder, 0o755);
    return folder;
  } catch (error) {
    throw new LocalServiceError(`The folder for PostgreSQL's data cannot be made: ${(error as Error).message}.`);
  }
}

/**
 * Starts the embedded server on a free loopback port. A guardian process restarts it if it dies, and stops it when this
 * process ends. With a `dataDir` the data is kept there and survives any crash.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: {
  dataDir?: string;
  log: (line: string) => void;
}): Promise<Postgres> {
  const binaries = await findBinaries();
  const folder = await dataFolder(dataDir);
  const cluster = clusterPath(folder);
  const account = await chooseAccount([join(dirname(binaries.postgres), '..', 'share'), folder]);

  if (!(await clusterExists(cluster))) {
    log('Preparing the embedded PostgreSQL (once)');
    await createCluster(cluster, binaries, account, { durable: Boolean(dataDir) });
  }
  const other = await findPostmaster(cluster);
  if (other) throw dataInUse(folder, other.pid);

  const port = await findFreePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    // No socket file: its path may be too long, and its folder shared.
    'unix_socket_directories=',
    ...(await sharedMemory()),
    ...(dataDir ? [] : THROWAWAY),
  ].flatMap((setting) => ['-c', setting]);
  const stop = await launchService(
    'postgres-guardian',
    {
      ...account.command(binaries.postgres, ['-D', cluster, '-p', String(port), ...settings]),
      cluster,
      logFile: join(folder, 'postgres.log'),
      throwaway: dataDir ? undefined : folder,
    } satisfies GuardianSettings,
    log,
  );
  const password = await readPassword(cluster);
  await createDatabase(postgresUrl({ port, password, database: 'postgres' }));
  return {
    url: postgresUrl({ port, password, database: DATABASE }),
    how: 'embedded',
    stop,
  };
}

function dataInUse(folder: string, pid: number) {
  return new LocalServiceError(
    `The data in ${folder} is in use by another running PostgreSQL (process ${pid}); stop that one, or set DATA_DIR to another folder.`,
  );
}
