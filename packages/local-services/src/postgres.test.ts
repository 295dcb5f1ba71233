import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from './ports.js';
import { startPostgres, type Postgres, type StartPostgres } from './postgres.js';
import { findPostmaster } from './postmaster.js';
import { findRunningPostgres } from './running-postgres.js';

const BUILT = new URL('../dist/index.js', import.meta.url).href;
const cleanUps: (() => Promise<unknown>)[] = [];
let dataDir: string;

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'spareswipe-test-'));
  dataDir = join(home, 'data');
  cleanUps.push(() => rm(home, { recursive: true, force: true }));
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(options: StartPostgres): Promise<Postgres> {
  const postgres = await startPostgres(options);
  cleanUps.push(() => postgres.stop());
  return postgres;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

/** Waits for another process; the time limit of the test ends the wait. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await wait(25);
}

/** Starts the server on the test's folder in another program, as `pnpm start` does. */
function startInAnotherProcess(): ChildProcess {
  const program = `
    import { startPostgres } from '${BUILT}';
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: console.log });
    console.log('ready');
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function says(child: ChildProcess, words: string): Promise<void> {
  for await (const line of createInterface({ input: child.stdout! })) if (line.includes(words)) return;
  throw new Error(`The other process ended without saying "${words}".`);
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a throwaway server', () => {
  let shared: Postgres;
  beforeAll(async () => {
    shared = await startPostgres({});
  });
  afterAll(() => shared.stop());

  it('is an embedded PostgreSQL 18 with Unicode and trigram search', async () => {
    const { url, how } = shared;
    expect(how).toBe('embedded');
    expect(await ask(url, 'SHOW server_version_num')).toEqual([expect.stringMatching(/^18/)]);
    expect(await ask(url, "SELECT lower('CAFÉ ÄÖ')")).toEqual(['café äö']);
    await ask(url, 'CREATE EXTENSION pg_trgm');
    expect(await ask(url, "SELECT similarity('burrito', 'burito') > 0.5")).toEqual([true]);
  });

  it('asks for a password', async () => {
    const wrong = shared.url.replace(/:[^:@]+@/, ':wrong@');
    await expect(ask(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('is used as it is and not stopped when its URL is given', async () => {
    const given = await startPostgres({ url: shared.url, docker: true });
    expect(given).toMatchObject({ url: shared.url, how: 'given' });
    await given.stop();
    expect(await ask(shared.url, 'SELECT 1')).toEqual([1]);
  });

  it('leaves nothing behind when it stops', async () => {
    const { url, stop } = await startPostgres({});
    const [directory] = await ask(url, 'SHOW data_directory');
    await stop();
    await expect(readdir(String(directory))).rejects.toThrow('ENOENT');
  });
});

describe('a server with a data folder', () => {
  it('keeps its data from one start to the next', async () => {
    const first = await startPostgres({ dataDir });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();

    const second = await start({ dataDir });
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([42]);
  });

  it('restarts on the same port with all committed data when it is killed', async () => {
    const { url } = await start({ dataDir });
    await ask(url, 'CREATE TABLE committed AS SELECT 1 AS row');
    const killed = await findRunningPostgres(dataDir);
    process.kill(killed!.pid, 'SIGKILL');

    await until(async () => (await findRunningPostgres(dataDir))?.pid !== killed!.pid);
    await until(async () => (await ask(url, 'SELECT row FROM committed'))[0] === 1);
  });

  it('stops when the program that started it is killed, and starts again with its data', async () => {
    const program = startInAnotherProcess();
    await says(program, 'ready');
    const running = await findRunningPostgres(dataDir);
    await ask(running!.url, 'CREATE TABLE kept AS SELECT 42 AS answer');

    await kill(program);

    await until(async () => !(await findRunningPostgres(dataDir)));
    const { url } = await start({ dataDir });
    expect(await ask(url, 'SELECT answer FROM kept')).toEqual([42]);
  });

  it('recovers from a first start that was killed halfway', async () => {
    const program = startInAnotherProcess();
    await says(program, 'Preparing');
    await until(async () => (await readdir(dataDir)).some((name) => name.includes('unfinished')));
    await kill(program);

    const { url } = await start({ dataDir });
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('refuses data that another server uses, with a one-sentence message', async () => {
    await start({ dataDir });
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /^The data in .* is in use by another running PostgreSQL \(process \d+\); stop that one, or set DATA_DIR to another folder\.$/,
    );
  });

  it.each([
    ['a process that is gone', 2 ** 22 + 1],
    ['another program with the same process id', process.pid],
  ])('starts despite the stale lock of %s', async (_, pid) => {
    await (await startPostgres({ dataDir })).stop();
    const cluster = join(dataDir, 'postgres');
    await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`);

    const { url } = await start({ dataDir });
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it('starts despite an empty lock, left by a machine that stopped while writing it', async () => {
    await (await startPostgres({ dataDir })).stop();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
    const { url } = await start({ dataDir });
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it('keeps the lock of a server that is still writing it when another program looks for the server', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['postmaster.pid']);
  });

  it('starts below a folder that other users may not enter, as root or not', async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed, { recursive: true });
    await chmod(closed, 0o700);
    const { url } = await start({ dataDir: join(closed, 'data') });
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it('refuses data of another PostgreSQL version and names that version', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(startPostgres({ dataDir })).rejects.toThrow(/is of PostgreSQL 17, and this is 18/);
    expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  });
});

it('reports a given server that does not respond, without printing its password', async () => {
  const url = `postgres://student:secret-word@127.0.0.1:${await findFreePort()}/spareswipe`;
  const failure: unknown = await startPostgres({ url }).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/The given PostgreSQL does not answer \(.*ECONNREFUSED.*\)/);
  expect(String(failure)).not.toContain('secret-word');
});

it('returns a working server with or without a Docker engine', async () => {
  const { url, how } = await start({ docker: true });
  expect(['docker', 'embedded']).toContain(how);
  expect(await ask(url, 'SHOW server_version_num')).toEqual([expect.stringMatching(/^18/)]);
});
