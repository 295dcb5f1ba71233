import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from './cluster.mjs';
import { timesOf } from './posting.mjs';
import { callApi, meal } from './system.mjs';

const STUDENTS = 8;
const ROUNDS = 200;
const WAIT_FOR_REST_MS = 6000;

/** Students post and list at once, while the replica that serves their lists streams, stops replaying, and is killed. */
export async function run(drill) {
  const cluster = await startCluster(drill);
  const { primary, standby } = await cluster.startPair();
  // a replica for reads is asynchronous: the primary does not wait for it
  await primary.query(`ALTER SYSTEM SET synchronous_commit = 'local'`);
  await primary.query('SELECT pg_reload_conf()');
  await drill.migrate(primary.url);
  const api = await drill.api({ databaseUrl: primary.url, settings: { READ_DATABASE_URL: standby.url } });
  const students = await drill.students(STUDENTS, { databaseUrl: primary.url, origin: api.origin });
  const before = await readsOf(api);

  const streaming = await postAndList(api, students);
  await standby.query('SELECT pg_wal_replay_pause()');
  const paused = await postAndList(api, students);
  await standby.query('SELECT pg_wal_replay_resume()');
  await wait(WAIT_FOR_REST_MS);
  const running = postAndList(api, students);
  await wait(200);
  await standby.kill();
  const killed = await running;
  await drill.audit(primary.url);

  const reads = (phase, previous) => JSON.stringify(difference(phase.reads, previous));
  return {
    figures: {
      'posts, each followed by a list': STUDENTS * ROUNDS * 3,
      'reads while it streams': reads(streaming, before),
      'reads while it does not replay': reads(paused, streaming.reads),
      'reads before and after it is killed': reads(killed, paused.reads),
      'median, p99 of a list while it streams': streaming.times,
      'the same while it does not replay': paused.times,
      'the same when it is killed': killed.times,
    },
    promises: {
      'every list shows what the student posted just before': streaming.stale + paused.stale + killed.stale === 0,
      'no call fails': streaming.failed + paused.failed + killed.failed === 0,
      'the replica serves lists while it streams': (difference(streaming.reads, before).replica ?? 0) > 0,
      'it serves none while it does not replay': !difference(paused.reads, streaming.reads).replica,
      'it serves again by itself': (difference(killed.reads, paused.reads).replica ?? 0) > 0,
    },
  };
}

/** Each student posts, then lists their own requests at once; the list must begin with what they posted. */
async function postAndList(api, students) {
  const outcome = { stale: 0, failed: 0 };
  const lists = [];
  const play = async (student) => {
    for (let round = 0; round < ROUNDS; round++) {
      const posted = await callApi(api.origin, student, 'POST', 'requests', { body: meal() });
      const listed = await callApi(api.origin, student, 'GET', 'requests/my?limit=1');
      lists.push(listed);
      if (posted.status !== 201 || listed.status !== 200) outcome.failed++;
      if (listed.body.requests?.[0]?._id !== posted.body.request?._id) outcome.stale++;
    }
  };
  await Promise.all(students.map(play));
  return { ...outcome, times: timesOf(lists, [0.5, 0.99]), reads: await readsOf(api) };
}

async function readsOf({ origin }) {
  const text = await (await fetch(`${origin}/api/metrics`)).text();
  const counts = [...text.matchAll(/^replica_reads_total\{outcome="(\w+)"\} (\d+)/gm)];
  return Object.fromEntries(counts.map(([, outcome, count]) => [outcome, Number(count)]));
}

const difference = (now, before) =>
  Object.fromEntries(Object.entries(now).map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)]));
