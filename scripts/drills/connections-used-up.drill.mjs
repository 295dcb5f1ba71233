import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startCluster } from './cluster.mjs';
import { acknowledged, compareWithStored, startPosting, statusesOf, timesOf } from './posting.mjs';
import { seconds } from './system.mjs';

const WORKERS = 16;
const MAX_CONNECTIONS = 40;
const BEFORE_MS = 5000;
const USED_UP_MS = 15_000;
const AFTER_MS = 10_000;

/** Takes every connection of PostgreSQL, like a tool that forgets to close its connections. */
export async function run(drill) {
  const cluster = await startCluster(drill);
  const postgres = await cluster.startPrimary({ max_connections: MAX_CONNECTIONS });
  await drill.migrate(postgres.url);
  const api = await drill.api({ databaseUrl: postgres.url });
  const students = await drill.students(WORKERS, { databaseUrl: postgres.url, origin: api.origin });

  const { responses, stop } = startPosting(students, [api.origin]);
  await wait(BEFORE_MS);
  const usedUpAt = Date.now();
  const taken = await takeAll(postgres.url);
  drill.onStop(() => taken.release());
  await wait(USED_UP_MS);
  const ready = await (await fetch(`${api.origin}/api/health/ready`)).json();
  const metrics = await fetch(`${api.origin}/api/metrics`);
  const held = taken.size;
  const releasedAt = Date.now();
  await taken.release();
  await wait(AFTER_MS);
  await stop();

  const during = responses.filter(({ at }) => at > usedUpAt + 1000 && at < releasedAt);
  const back = acknowledged(responses).find(({ at }) => at > releasedAt)?.at ?? Infinity;
  const { lost, unacknowledged } = await compareWithStored(responses, postgres);
  await drill.audit(postgres.url);
  const refused = during.filter(({ status }) => status === 503);
  return {
    figures: {
      [`connections that the intruder holds, of ${MAX_CONNECTIONS}`]: held,
      'responses while they are used up, by status (0: none)': statusesOf(during),
      'time to refuse a call: median, longest': timesOf(refused, [0.5, 1]),
      'readiness then': ready.error.database?.message ?? 'ready',
      'serves again, after their release': seconds(back - releasedAt),
      'acknowledged in all, lost, stored but not acknowledged': `${acknowledged(responses).length}, ${lost}, ${unacknowledged}`,
    },
    promises: {
      'calls get 503, unless the API snatched a connection':
        refused.length > 0 && during.every(({ status }) => status === 503 || status === 201),
      'no call waits longer than 11 s for it': refused.every(({ ms }) => ms < 11_000),
      'readiness says why': /unreachable: 53300|calls wait/.test(ready.error.database?.message),
      'metrics are still served': metrics.status === 200,
      'serves again within 5 s, without a restart': back - releasedAt < 5000,
      'no acknowledged write is lost, and nothing happens twice': lost === 0 && unacknowledged === 0,
    },
  };
}

/** Ends the connections of the API, and holds these and all other connections until they are released. */
async function takeAll(url) {
  const clients = [];
  let isReleased = false;
  const first = await connect(url);
  clients.push(first);
  /** The API tries to connect at the same time, so it may take several rounds. */
  async function take() {
    while (!isReleased) {
      await first.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'spareswipe%'`,
      );
      for (;;) {
        const client = await connect(url).catch(() => undefined);
        if (!client) break;
        clients.push(client);
      }
      await wait(50);
    }
  }
  const taking = take();
  return {
    get size() {
      return clients.length;
    },
    async release() {
      isReleased = true;
      await taking;
      await Promise.all(clients.splice(0).map((client) => client.end()));
    },
  };
}

async function connect(url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
