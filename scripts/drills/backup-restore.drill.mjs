import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findFreePort, startPostgres } from '@spareswipe/local-services';
import pg from 'pg';
import { ROOT } from '../start/settings.mjs';
import { UserFacingError } from '../start/terminal.mjs';
import { postRequest, seconds } from './system.mjs';

const MAJOR = 18;
const REQUESTS = 200;
const COUNTS = `
  SELECT (SELECT count(*)::int FROM students) AS students,
         (SELECT count(*)::int FROM meal_requests) AS requests,
         (SELECT count(*)::int FROM ledger.transfers WHERE kind = 'hold') AS holds,
         (SELECT count(*)::int FROM pg_trigger WHERE tgenabled = 'A') AS always_triggers,
         (SELECT count(*)::int FROM pgboss.queue) AS queues`;
const API_ROLE = 'spareswipe_api';

/** Dumps a database with docker/backup.sh, restores it into an empty server as docs/operating.md says, and compares. */
export async function run(drill) {
  checkClient();
  const [from, to] = [await server(drill), await server(drill)];
  await from.query(`CREATE ROLE ${API_ROLE} LOGIN PASSWORD 'only-for-drills'`);
  await drill.migrate(from.url, from.as(API_ROLE));
  const inbox = await drill.inbox();
  const before = await drill.api({
    databaseUrl: from.as(API_ROLE),
    smtpUrl: inbox.smtpUrl,
    port: await findFreePort(),
  });
  const students = await drill.students(10, { databaseUrl: from.url, origin: before.origin });
  for (let n = 0; n < REQUESTS; n++) await postRequest(before.origin, students[n % students.length]);
  await before.stop();

  const folder = await mkdtemp(join(tmpdir(), 'spareswipe-dump-'));
  drill.onStop(() => rm(folder, { recursive: true, force: true }));
  const dumpedAt = Date.now();
  execFileSync('sh', [join(ROOT, 'docker/backup.sh'), 'now'], {
    env: { ...process.env, ...from.env, BACKUP_DIR: folder },
  });
  const restoredAt = Date.now();
  const files = await readdir(folder);
  const file = (end) => files.find((name) => name.endsWith(end));
  const roles = { env: { ...process.env, ...to.env }, stdio: ['ignore', 'ignore', 'ignore'] };
  // Says that the superuser is already there.
  execFileSync('psql', ['--no-psqlrc', '--file', join(folder, file('.roles.sql'))], roles);
  await to.query(`ALTER ROLE ${API_ROLE} PASSWORD 'only-for-drills'`);
  execFileSync('sh', [join(ROOT, 'docker/backup.sh'), 'restore', file('.dump')], {
    env: { ...process.env, ...to.env, BACKUP_DIR: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const endedAt = Date.now();

  await drill.migrate(to.url, to.as(API_ROLE));
  await drill.audit(to.url);
  await to.query('DELETE FROM sessions');
  const after = await drill.api({ databaseUrl: to.as(API_ROLE), smtpUrl: inbox.smtpUrl, port: await findFreePort() });
  const counts = await Promise.all([from, to].map(({ query }) => query(COUNTS)));
  const [again] = await drill.students(1, { databaseUrl: to.url, origin: after.origin });
  const old = await postRequest(after.origin, students[0]);
  const fresh = await postRequest(after.origin, again);
  return {
    figures: {
      'requests dumped': REQUESTS,
      dump: seconds(restoredAt - dumpedAt),
      'roles and restore': seconds(endedAt - restoredAt),
      'rows in the two databases': counts.map(({ rows }) => JSON.stringify(rows[0])).join(' and '),
    },
    promises: {
      'both have the same rows': isDeepStrictEqual(counts[0].rows, counts[1].rows),
      'the ledger is whole': true,
      'a session from before the restore is over': old.status === 401,
      'students log in and post requests again, with the rights of the API’s role': fresh.status === 201,
    },
  };
}

/** pg_dump refuses a server that is newer than itself. */
function checkClient() {
  const found = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? 'none';
  if (Number(/ (\d+)/.exec(found)?.[1]) >= MAJOR) return;
  throw new UserFacingError(
    `This drill needs the client programs of PostgreSQL ${MAJOR} on PATH; found: ${found.trim()}.`,
  );
}

async function server(drill) {
  const postgres = await startPostgres({});
  drill.onStop(() => postgres.stop());
  const { hostname, port, username, password, pathname } = new URL(postgres.url);
  const as = (role) => Object.assign(new URL(postgres.url), { username: role, password: 'only-for-drills' }).href;
  const env = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: pathname.slice(1) };
  const query = async (sql) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    return client.query(sql).finally(() => client.end());
  };
  return { url: postgres.url, as, env, query };
}
