import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@spareswipe/local-services';
import pg from 'pg';
import { until } from './until.js';

/** The first that keeps named statements in transaction mode. Debian 12 has 1.18. */
const OLDEST = [1, 21] as const;
/** Fewer than one API process opens. */
export const CONNECTIONS = 4;
const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer';

/** Why no PgBouncer can be started here, or undefined. If PGBOUNCER is set, PgBouncer must be installed. */
export function missingPgBouncer(): string | undefined {
  try {
    const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }))!;
    if (Number(major) > OLDEST[0] || Number(minor) >= OLDEST[1]) return undefined;
    return `PgBouncer ${major}.${minor} is older than ${OLDEST.join('.')}`;
  } catch (error) {
    if (process.env['PGBOUNCER']) throw error;
    return 'PgBouncer is not installed';
  }
}

/** Starts a PgBouncer in transaction mode in front of a database. */
export async function startPgBouncer(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'spareswipe-pgbouncer-'));
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const server = `host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}`;
  await writeFile(
    file,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_prepared_statements = 200
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(PROGRAM, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (text: Buffer) => (log += text.toString()));
  await once(child, 'spawn');

  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  await until('PgBouncer to accept connections', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${log}`);
    const client = new pg.Client({ connectionString: url.href });
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    return isUp;
  });
  return {
    url: url.href,
    async stop(): Promise<void> {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
