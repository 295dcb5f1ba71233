import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@spareswipe/local-services';
import { startCluster } from './cluster.mjs';
import { postRequest, seconds } from './system.mjs';

const WORKERS = 16;
const BEFORE_MS = 8000;
/** What a cluster manager takes to notice; the drill promotes by hand. */
const DETECTION_MS = 2000;
const AFTER_MS = 15_000;

/** Kills the primary under load and promotes its synchronous standby: nothing acknowledged may be lost or happen twice. */
export async function run(drill) {
  const cluster = await startCluster(drill);
  const { primary, standby, url } = await cluster.startPair();
  await drill.migrate(primary.url);
  const inbox = await drill.inbox();
  const apis = [];
  for (let n = 0; n < 2; n++)
    apis.push(await drill.api({ databaseUrl: url, smtpUrl: inbox.smtpUrl, port: await findFreePort() }));
  const students = await drill.students(WORKERS, { databaseUrl: primary.url, origin: apis[0].origin });

  const acknowledged = new Map();
  const statuses = {};
  const firstAfter = new Map();
  let promotedAt = Infinity;
  let isOver = false;

  /** As the web app does: the same key again until there is a response other than 503. */
  async function work(student, { origin }) {
    while (!isOver) {
      const key = randomUUID();
      for (;;) {
        const { status, id } = await postRequest(origin, student, key);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 201) {
          acknowledged.set(key, id);
          if (Date.now() > promotedAt && !firstAfter.has(origin)) firstAfter.set(origin, Date.now());
          break;
        }
        if (isOver) return;
        await wait(200);
      }
    }
  }
  const load = students.map((student, n) => work(student, apis[n % apis.length]));
  await wait(BEFORE_MS);
  const before = acknowledged.size;
  const killedAt = Date.now();
  await primary.kill();
  await wait(DETECTION_MS);
  promotedAt = Date.now();
  await standby.query('SELECT pg_promote()');
  await wait(AFTER_MS);
  isOver = true;
  await Promise.all(load);

  const { rows } = await standby.query('SELECT id FROM meal_requests', 'spareswipe');
  const stored = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged.values()].filter((id) => !stored.has(id)).length;
  const doubled = stored.size - acknowledged.size;
  await drill.audit(standby.url);
  const back = Math.max(...firstAfter.values());
  return {
    figures: {
      'acknowledged before the primary was killed': before,
      'acknowledged in all': acknowledged.size,
      lost: lost,
      // a call that was under way at the end may be stored without a response
      'stored but not acknowledged': doubled,
      'all instances serve again, after the kill': seconds(back - killedAt),
      'all instances serve again, after the promotion': seconds(back - promotedAt),
      'responses by status (0: none)': JSON.stringify(statuses),
    },
    promises: {
      'no acknowledged write is lost': lost === 0,
      'nothing happens twice': doubled <= 0,
      'every instance serves within 10 s after the promotion, without a restart':
        firstAfter.size === apis.length && back - promotedAt < 10_000,
      'the ledger is whole': true,
    },
  };
}
