import { startCluster } from './cluster.mjs';
import { callApi, postRequest } from './system.mjs';

const PAIRS = 16;
const EXCHANGES = 3200;
const STATE = `
  SELECT pg_current_wal_insert_lsn() - '0/0' AS wal, xact_commit::int AS commits,
         (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relkind = 'r' AND n.nspname IN ('public', 'ledger')) AS bytes,
         (SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'spareswipe%') AS connections
    FROM pg_stat_database WHERE datname = current_database()`;
const CALLS = 5;

/** Measures what whole exchanges cost PostgreSQL: post, accept, complete, two ratings, and all mails. For docs/scaling.md. */
export async function run(drill) {
  const cluster = await startCluster(drill);
  const postgres = await cluster.startPrimary();
  await drill.migrate(postgres.url);
  const api = await drill.api({ databaseUrl: postgres.url });
  const students = await drill.students(2 * PAIRS, { databaseUrl: postgres.url, origin: api.origin });

  const failures = [];
  const send = async (method, path, student, sent) => {
    const { status, body } = await callApi(api.origin, student, method, path, { body: sent });
    if (status !== 200 && status !== 201) failures.push(`${path}: ${status}`);
    return body;
  };
  const yes = { followedThrough: true, score: 5 };
  async function exchange(requester, fulfiller) {
    const { id: requestId } = await postRequest(api.origin, requester);
    const { match } = await send('POST', 'matches', fulfiller, { requestId });
    await send('PUT', `matches/${match._id}/complete`, fulfiller, {});
    await send('POST', `matches/${match._id}/rate`, requester, yes);
    await send('POST', `matches/${match._id}/rate`, fulfiller, yes);
  }
  async function exchanges(count) {
    const pairs = students.slice(0, PAIRS).map((student, n) => [student, students[PAIRS + n]]);
    await Promise.all(
      pairs.map(async ([requester, fulfiller]) => {
        for (let n = 0; n < count / PAIRS; n++) await exchange(requester, fulfiller);
      }),
    );
  }
  const state = async () => (await postgres.query(STATE, 'spareswipe')).rows[0];

  await exchanges(EXCHANGES / 4); // so that plans, pages and code are warm
  await postgres.query('CHECKPOINT');
  const before = await state();
  const began = Date.now();
  await exchanges(EXCHANGES);
  const tookMs = Date.now() - began;
  const after = await state();
  await drill.audit(postgres.url);
  const each = (key) => Math.round((after[key] - before[key]) / EXCHANGES);
  const walBytes = each('wal');
  return {
    figures: {
      exchanges: EXCHANGES,
      'WAL of each, bytes': walBytes,
      'tables and indexes of each, bytes': each('bytes'),
      'commits of each, with mails and chores': each('commits'),
      'exchanges and calls a second, one process, both on this machine': `${Math.round((EXCHANGES / tookMs) * 1000)}, ${Math.round(((CALLS * EXCHANGES) / tookMs) * 1000)}`,
      'connections of the process': after.connections,
      failures: failures.slice(0, 3).join('; '),
    },
    promises: {
      'no call fails': failures.length === 0,
      'an exchange writes less than 100 kB of WAL': walBytes < 100_000,
    },
  };
}
