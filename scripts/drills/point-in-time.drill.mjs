import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@spareswipe/local-services';
import pg from 'pg';
import { startCluster } from './cluster.mjs';
import { postRequest, seconds } from './system.mjs';

const EACH = 200;
const MISTAKE = `UPDATE students SET name = 'Oops'; UPDATE meal_requests SET location = 'Oops'`;

/** Backs the primary up while it runs, archives its WAL, and restores the moment before somebody's mistake. */
export async function run(drill) {
  const cluster = await startCluster(drill);
  await cluster.makeFolder('archive');
  const archive = cluster.folder('archive');
  const primary = await cluster.start('primary', {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
  await primary.query('CREATE DATABASE spareswipe');
  await drill.migrate(primary.url);
  const inbox = await drill.inbox();
  const launch = async ({ url }) => drill.api({ databaseUrl: url, smtpUrl: inbox.smtpUrl, port: await findFreePort() });
  const before = await launch(primary);
  const students = await drill.students(10, { databaseUrl: primary.url, origin: before.origin });
  const post = async () => {
    for (let n = 0; n < EACH; n++) {
      const { status } = await postRequest(before.origin, students[n % students.length]);
      if (status !== 201) throw new Error(`post: ${status}`);
    }
  };

  await post();
  const backupAt = Date.now();
  await backUp(cluster, primary);
  const backedUpAt = Date.now();
  await post();
  const { rows } = await primary.query('SELECT clock_timestamp()::text AS time');
  const [{ time }] = rows;
  await post();
  await primary.query(MISTAKE, 'spareswipe');
  await before.stop();
  await primary.query('SELECT pg_switch_wal()');
  await primary.stop();

  const restoreAt = Date.now();
  await cluster.write('backup/recovery.signal', '');
  const restored = await cluster.start('backup', {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: time,
    recovery_target_action: 'promote',
  });
  const isServing = async () => !(await restored.query('SELECT pg_is_in_recovery() AS is')).rows[0].is;
  while (!(await isServing()));
  const servingAt = Date.now();
  await drill.migrate(restored.url);
  await drill.audit(restored.url);
  await restored.query('DELETE FROM sessions', 'spareswipe');
  const after = await launch(restored);
  const readyAt = Date.now();
  const [again] = await drill.students(1, { databaseUrl: restored.url, origin: after.origin });
  const old = await postRequest(after.origin, students[0]);
  const counted = await restored.query(
    `SELECT count(*)::int AS requests, count(*) FILTER (WHERE location = 'Oops')::int AS wrong FROM meal_requests`,
    'spareswipe',
  );
  const [{ requests, wrong }] = counted.rows;
  const fresh = await postRequest(after.origin, again);
  return {
    figures: {
      'base backup of the running server': seconds(backedUpAt - backupAt),
      'replay until the moment before the mistake': seconds(servingAt - restoreAt),
      'ready after that, with migrations and the check of the ledger': seconds(readyAt - servingAt),
      'requests before and after the backup; after that moment': `${EACH}, ${EACH}; ${EACH}`,
      'requests restored, of them with the mistake': `${requests}, ${wrong}`,
    },
    promises: {
      'every request until that moment is there, and none of later': requests === 2 * EACH,
      'the mistake is undone': wrong === 0,
      'the ledger is whole': true,
      'a session from before the restore is over': old.status === 401,
      'students log in and post requests again': fresh.status === 201,
    },
  };
}

/** As pg_basebackup does, which would have to be of the same version as the server. */
async function backUp(cluster, primary) {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`SELECT pg_backup_start('drill', true)`);
  await cluster.copy('primary', 'backup');
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
  await client.end();
  await cluster.write('backup/backup_label', rows[0].labelfile);
  for (const file of ['postmaster.pid', 'postmaster.opts'])
    await rm(join(cluster.folder('backup'), file), { force: true });
}
