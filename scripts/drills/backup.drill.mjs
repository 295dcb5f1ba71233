import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../start/settings.mjs';
import { UserFacingError } from '../start/terminal.mjs';
import { startCluster } from './cluster.mjs';
import { acknowledged, compareWithStored, startPosting } from './posting.mjs';
import { postRequest, seconds } from './system.mjs';

const MAJOR = 18;
const EACH = 100;
const LOAD_MS = 5_000;
/** What may be missing when the machine dies while calls are served. */
const LOSS_MS = 1_000;
const MISTAKE = `UPDATE students SET name = 'Oops'; UPDATE meal_requests SET location = 'Oops'`;

/** Backs a server up with docker/backup.sh, destroys it under load, and restores its last second, and one before a mistake. */
export async function run(drill) {
  checkClient();
  const cluster = await startCluster(drill);
  const primary = await cluster.startPrimary();
  await drill.migrate(primary.url);
  await cluster.makeFolder('backups');
  const env = {
    BACKUP_DIR: cluster.folder('backups'),
    INVARIANTS: join(ROOT, 'apps/api/src/ledger/audit/invariants'),
    PGPASSWORD: cluster.password,
    PGUSER: 'postgres',
    PGDATABASE: 'spareswipe',
  };
  const script = join(ROOT, 'docker/backup.sh');
  const startedAt = Date.now();
  const backup = cluster.spawn('sh', [script, 'run'], { ...env, PGHOST: '127.0.0.1', PGPORT: String(primary.port) });
  const ended = once(backup, 'exit');
  const endBackup = async () => {
    backup.kill();
    await ended;
  };
  drill.onStop(endBackup);
  while (!existsSync(cluster.folder('backups/backup.prom'))) {
    if (backup.exitCode !== null || existsSync(cluster.folder('backups/failed'))) throw new Error('The backup failed.');
    await wait(100);
  }
  const backedUpAt = Date.now();

  const before = await drill.api({ databaseUrl: primary.url });
  const students = await drill.students(10, { databaseUrl: primary.url, origin: before.origin });
  for (let n = 0; n < EACH; n++) await postRequest(before.origin, students[n % students.length]);
  // PostgreSQL keeps the time of each commit, and the second restore ends at a whole second.
  const { rows } = await primary.query(`SELECT to_char(date_trunc('second', now() at time zone 'utc') + interval '1 s',
    'YYYY-MM-DD HH24:MI:SS') AS time`);
  const [{ time }] = rows;
  await primary.query(`SELECT pg_sleep_until('${time}Z')`);
  await primary.query(MISTAKE, 'spareswipe');
  const posting = startPosting(students, [before.origin]);
  await wait(LOAD_MS);
  await primary.kill();
  const killedAt = Date.now();
  await endBackup();
  await posting.stop();
  await before.stop();
  await rm(cluster.folder('primary'), { recursive: true });

  const restore = async (name, folder, ...args) => {
    const began = Date.now();
    await cluster.makeFolder(name);
    const child = cluster.spawn('sh', [script, 'restore', ...args], {
      ...env,
      BACKUP_DIR: folder,
      PGDATA: cluster.folder(name),
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The restore ended with ${code}.`);
    const server = await cluster.start(name);
    await drill.audit(server.url);
    return { server, ms: Date.now() - began };
  };
  const last = await restore('last', env.BACKUP_DIR);
  const kept = (await readdir(env.BACKUP_DIR)).find((name) => name.startsWith('until-'));
  const earlier = await restore('earlier', join(env.BACKUP_DIR, kept), time);

  const stored = await compareWithStored(
    posting.responses.filter(({ at }) => at < killedAt - LOSS_MS),
    last.server,
  );
  const { lost } = await compareWithStored(posting.responses, last.server);
  const counted = await earlier.server.query(
    `SELECT count(*)::int AS requests, count(*) FILTER (WHERE location = 'Oops')::int AS wrong FROM meal_requests`,
    'spareswipe',
  );
  const [{ requests, wrong }] = counted.rows;
  await earlier.server.query('DELETE FROM sessions', 'spareswipe');
  const after = await drill.api({ databaseUrl: earlier.server.url });
  const [again] = await drill.students(1, { databaseUrl: earlier.server.url, origin: after.origin });
  const old = await postRequest(after.origin, students[0]);
  const fresh = await postRequest(after.origin, again);
  return {
    figures: {
      'first base backup, restored and checked': seconds(backedUpAt - startedAt),
      'acknowledged posts under load before the machine died, of them lost': `${acknowledged(posting.responses).length}, ${lost}`,
      'restore of the last second, with the check of the ledger': seconds(last.ms),
      'restore of the second before the mistake, with the same check': seconds(earlier.ms),
      'requests of that second, of them with the mistake': `${requests}, ${wrong}`,
    },
    promises: {
      'nothing acknowledged more than a second before the end is lost': stored.lost === 0,
      'every request until the mistake is there, and none of later': requests === EACH,
      'the mistake is undone': wrong === 0,
      'a session from before the restore is over': old.status === 401,
      'students log in and post requests again': fresh.status === 201,
    },
  };
}

/** They refuse a server that is newer than they are. */
function checkClient() {
  for (const program of ['psql', 'pg_basebackup', 'pg_receivewal']) {
    const found = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? 'none';
    if (!(Number(/ (\d+)/.exec(found)?.[1]) >= MAJOR))
      throw new UserFacingError(`This drill needs ${program} of PostgreSQL ${MAJOR} on PATH; found: ${found.trim()}.`);
  }
}
