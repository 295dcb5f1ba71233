import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chooseAccount, createCluster, findBinaries, findFreePort, readPassword } from '@spareswipe/local-services';
import pg from 'pg';

const DATABASE = 'spareswipe';

/** Servers that wait for the disk, as in production: a primary, a synchronous standby, or a restored backup. */
export async function startCluster({ onStop }) {
  const binaries = await findBinaries();
  const home = await mkdtemp(join(tmpdir(), 'spareswipe-drill-'));
  await chmod(home, 0o755);
  onStop(() => rm(home, { recursive: true, force: true }));
  const account = await chooseAccount([join(dirname(binaries.postgres), '..', 'share'), home]);
  const own = (path) => account.ids && chown(path, account.ids.uid, account.ids.gid);
  await own(home);

  const folder = (name) => join(home, name);
  await createCluster(folder('primary'), binaries, account, { durable: true });
  const password = await readPassword(folder('primary'));

  async function start(name, settings = {}) {
    const port = await findFreePort();
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 150, ...settings, port };
    const args = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const { file, args: rest, ids } = account.command(binaries.postgres, ['-D', folder(name), ...args]);
    const child = spawn(file, rest, { ...ids, cwd: home, env: { ...process.env, LC_ALL: 'C' }, stdio: 'ignore' });
    const exit = once(child, 'exit');
    const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
    const end = async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exit;
    };
    onStop(() => end('SIGINT'));
    const query = async (sql, database = 'postgres') => {
      const client = new pg.Client({ connectionString: `${url}/${database}` });
      client.on('error', () => undefined);
      await client.connect();
      return client.query(sql).finally(() => client.end());
    };
    for (let tries = 0; !(await query('SELECT 1').catch(() => false)); tries++) {
      if (child.exitCode !== null || tries > 300) throw new Error(`PostgreSQL "${name}" did not start.`);
      await wait(100);
    }
    return {
      port,
      url: `${url}/${DATABASE}`,
      address: `127.0.0.1:${port}`,
      query,
      stop: () => end('SIGINT'),
      kill: () => end('SIGKILL'),
    };
  }

  /** Starts the primary with an empty database. */
  async function startPrimary() {
    const primary = await start('primary');
    await primary.query(`CREATE DATABASE ${DATABASE}`);
    return primary;
  }

  return {
    start,
    folder,
    /** Starts a program as the servers' user, with their programs on its PATH. */
    spawn(program, args, env) {
      const { file, args: all, ids } = account.command(program, args);
      const PATH = `${dirname(binaries.postgres)}:${process.env.PATH}`;
      return spawn(file, all, {
        ...ids,
        cwd: home,
        env: { ...process.env, PATH, ...env },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
    },
    password,
    /** Makes an empty folder that the servers own. */
    async makeFolder(name) {
      await mkdir(folder(name));
      await own(folder(name));
    },
    startPrimary,
    /** Starts both. A commit is acknowledged when the standby has it on its disk, too. */
    async startPair() {
      await (await startPrimary()).stop();
      await cp(folder('primary'), folder('standby'), { recursive: true, preserveTimestamps: true });
      await writeFile(join(folder('standby'), 'standby.signal'), '');
      await chownAll(folder('standby'), account);
      const primary = await start('primary', { synchronous_standby_names: 'standby' });
      const primary_conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${password} application_name=standby`;
      const standby = await start('standby', { primary_conninfo });
      for (let tries = 0; !(await isSynchronous(primary)); tries++) {
        if (tries > 100) throw new Error('The standby did not connect.');
        await wait(100);
      }
      return {
        primary,
        standby,
        /** For the API: both servers, in the order in which they began. */
        url: `postgres://postgres:${password}@${primary.address},${standby.address}/${DATABASE}`,
      };
    },
  };
}

const isSynchronous = async ({ query }) =>
  (await query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).rowCount === 1;

async function chownAll(path, { ids }) {
  if (ids) await promisify(execFile)('chown', ['-R', `${ids.uid}:${ids.gid}`, path]);
  await chmod(path, 0o700);
}
