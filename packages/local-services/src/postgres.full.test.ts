import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, dataDir, start } from '../test/data-folder.js';
import { startPostgres } from './postgres.js';
import { findRunningPostgres } from './running-postgres.js';

const BUILT = new URL('../dist/index.js', import.meta.url).href;

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

describe('a server with a data folder', () => {
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

  it('starts below a folder that other users may not enter, as root or not', async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed, { recursive: true });
    await chmod(closed, 0o700);
    const { url } = await start({ dataDir: join(closed, 'data') });
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });
});

it('returns a working server with or without a Docker engine', async () => {
  const { url, how } = await start({ docker: true });
  expect(['docker', 'embedded']).toContain(how);
  expect(await ask(url, 'SHOW server_version_num')).toEqual([expect.stringMatching(/^18/)]);
});
