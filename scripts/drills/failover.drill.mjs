import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from './cluster.mjs';
import { acknowledged, compareWithStored, startPosting, statusesOf } from './posting.mjs';
import { seconds } from './system.mjs';

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
  const apis = [await drill.api({ databaseUrl: url }), await drill.api({ databaseUrl: url })];
  const students = await drill.students(WORKERS, { databaseUrl: primary.url, origin: apis[0].origin });

  const origins = apis.map(({ origin }) => origin);
  const { responses, stop } = startPosting(students, origins);
  await wait(BEFORE_MS);
  const before = acknowledged(responses).length;
  const killedAt = Date.now();
  await primary.kill();
  await wait(DETECTION_MS);
  const promotedAt = Date.now();
  await standby.query('SELECT pg_promote()');
  await wait(AFTER_MS);
  await stop();

  const { lost, unacknowledged } = await compareWithStored(responses, standby);
  await drill.audit(standby.url);
  const firstAfter = origins.map(
    (origin) => acknowledged(responses).find((response) => response.origin === origin && response.at > promotedAt)?.at,
  );
  const back = Math.max(...firstAfter);
  return {
    figures: {
      'acknowledged before the primary was killed': before,
      'acknowledged in all': acknowledged(responses).length,
      lost,
      'stored but not acknowledged': unacknowledged,
      'all instances serve again, after the kill': seconds(back - killedAt),
      'all instances serve again, after the promotion': seconds(back - promotedAt),
      'responses by status (0: none)': statusesOf(responses),
    },
    promises: {
      'no acknowledged write is lost': lost === 0,
      'nothing happens twice': unacknowledged === 0,
      'every instance serves within 10 s after the promotion, without a restart': back - promotedAt < 10_000,
    },
  };
}
