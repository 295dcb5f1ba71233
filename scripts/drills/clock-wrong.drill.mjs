import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort, startPostgres } from '@spareswipe/local-services';
import pg from 'pg';
import { postRequest, seconds } from './system.mjs';

const MINUTE_MS = 60_000;
const WRONG_BY_MS = 10 * MINUTE_MS;
const REFUNDS = 20;

/** Two hosts whose clocks are ten minutes ahead and behind must behave like one whose clock is right, since PostgreSQL's clock decides. */
export async function run(drill) {
  const postgres = await startPostgres({});
  drill.onStop(() => postgres.stop());
  await drill.migrate(postgres.url);
  const inbox = await drill.inbox();
  const launch = async (aheadMs) =>
    drill.api({
      databaseUrl: postgres.url,
      smtpUrl: inbox.smtpUrl,
      port: await findFreePort(),
      settings: {
        NODE_OPTIONS: `--import ${join(import.meta.dirname, 'wrong-clock.mjs')}`,
        DRILL_CLOCK_AHEAD_MS: String(aheadMs),
      },
    });
  const hosts = { right: await launch(0), ahead: await launch(WRONG_BY_MS), behind: await launch(-WRONG_BY_MS) };
  const students = {};
  for (const [name, { origin }] of Object.entries(hosts))
    [students[name]] = await drill.students(1, { databaseUrl: postgres.url, origin });
  const db = new pg.Client({ connectionString: postgres.url });
  await db.connect();
  drill.onStop(() => db.end());

  /** The status of each host, which is one if they agree. */
  const everywhere = async (ask) => [...new Set(await Promise.all(Object.values(hosts).map(ask)))].join(', ');
  const posting = (minutes) =>
    everywhere(
      async ({ origin }) =>
        (await postRequest(origin, students.right, undefined, new Date(Date.now() + minutes * MINUTE_MS))).status,
    );
  const soon = await posting(25);
  const later = await posting(35);
  const sessions = [];
  for (const { token } of Object.values(students))
    sessions.push(
      await everywhere(
        async ({ origin }) =>
          (await fetch(`${origin}/api/users/stats`, { headers: { authorization: `Bearer ${token}` } })).status,
      ),
    );
  const offsets = [];
  for (const { origin } of Object.values(hosts)) {
    const metrics = await (await fetch(`${origin}/api/metrics`)).text();
    offsets.push(Math.round(Number(/^clock_offset_seconds (.+)$/m.exec(metrics)[1])));
  }

  await hosts.right.stop();
  const ids = [];
  for (let n = 0; n < REFUNDS; n++) ids.push((await postRequest(hosts.ahead.origin, students.ahead)).id);
  await db.query(`UPDATE meal_requests SET deadline = clock_timestamp() + interval '5 s' WHERE id = ANY ($1)`, [ids]);
  const delays = [];
  for (const end = Date.now() + 20_000; delays.length < REFUNDS && Date.now() < end; await wait(20)) {
    const { rows } = await db.query(
      `SELECT id, extract(epoch FROM clock_timestamp() - deadline) * 1000 AS ms FROM meal_requests
        WHERE id = ANY ($1) AND status = 'expired'`,
      [ids],
    );
    for (const { id, ms } of rows) {
      ids.splice(ids.indexOf(id), 1);
      delays.push(Number(ms));
    }
  }
  await drill.audit(postgres.url);
  const [earliest, latest] = [Math.min(...delays), Math.max(...delays)];
  return {
    figures: {
      'status of a request with 25 minutes left, on all hosts': soon,
      'with 35 minutes left': later,
      'status with a session of each host, on all hosts': sessions.join('; '),
      'clock_offset_seconds of the hosts': offsets.join(', '),
      [`${REFUNDS} refunds by wrong hosts, after the deadline`]: `${seconds(earliest)} to ${seconds(latest)}`,
    },
    promises: {
      'every host refuses less than 30 minutes, and takes more': soon === '400' && later === '201',
      'every host takes the sessions of the others': sessions.every((status) => status === '200'),
      'the metrics show the offset': offsets.join() === `0,${-WRONG_BY_MS / 1000},${WRONG_BY_MS / 1000}`,
      'meals come back within 5 s of the deadline, and none before':
        delays.length === REFUNDS && earliest >= 0 && latest < 5000,
      'the ledger is whole': true,
    },
  };
}
