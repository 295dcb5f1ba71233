import { ALERTS_PER_WAVE } from '@spareswipe/contract';
import { startPushService } from '@spareswipe/local-services';
import { alertsIn, idsOf, newCampus } from '../../support/alerts.js';
import { createTestDatabase } from '../../support/database.js';
import { givenIn, type GivenStudent } from '../../support/given.js';
import { openInbox } from '../../support/inbox.js';
import { phonesWith } from '../../support/phones.js';
import { openProxy, type Message } from '../../support/postgres-proxy.js';
import { startApi, type Api } from '../../support/start-api.js';
import { until } from '../../support/until.js';

/**
 * Kills a process (SIGKILL) at a message between it and PostgreSQL, while it sends a wave of alerts or delivers its pushes and mails;
 * two others work beside it. Before a message of the process, everything until then is done, deliveries included. Before a
 * message of PostgreSQL, the statement has run, but the process never learns of it.
 */

/** The statements of a wave in their order, and then those of its deliveries. */
const PHASES: Record<string, RegExp> = {
  begin: /^START TRANSACTION/,
  'lock the wave': /^SELECT request_id AS "requestId", wave FROM alert_waves/,
  'read the request': /AS "isPaused"\s+FROM meal_requests r/,
  'count the alerts of the mailbox': /^SELECT count\(\*\)::int AS sent/,
  'pick and record students': /^next students$/,
  'enqueue mails': /^enqueue in mail$/,
  'find devices': /^SELECT d.id, d.student_id AS "studentId"[^]+FROM push_subscriptions/,
  'replace pushes': /^replace jobs$/,
  'enqueue pushes': /^enqueue in push$/,
  'set the next wave': /^UPDATE "alert_waves"/,
  commit: /^COMMIT/,
  'take mails': /name = 'mail'[^]+ state = 'active',\s+started_on/,
  'take pushes': /name = 'push'[^]+ state = 'active',\s+started_on/,
  'see whether the mail is wanted': /FROM alert_settings a JOIN students s/,
  'read the device': /SELECT d.endpoint/,
  'record that the device works': /SET failing_since = NULL/,
  'complete the job': / state = 'completed',\s+output/,
};
/** Processes ask for jobs all the time, so only the rows with jobs count. */
const COUNTED_BY_ROWS = /^take /;
const ROW = 'D';
/** The first statement of each connection. */
const GREETING = /transaction_read_only/;
const HELPERS = 6;

interface Point {
  phase: string;
  /** Which message of the phase, in either direction, counted from 1. */
  nth: number;
}

/** Another process may deliver what the killed one would have delivered. */
const ATTEMPTS = 3;

function phaseOf({ from, type, statement }: Message): string | undefined {
  const phase = Object.keys(PHASES).find((name) => PHASES[name]!.test(statement));
  const isRow = from === 'server' && type === ROW;
  return phase && COUNTED_BY_ROWS.test(phase) && !isRow ? undefined : phase;
}

const [db, inbox, service] = await Promise.all([createTestDatabase(), openInbox(), startPushService()]);
const given = givenIn(db);
const others: Api[] = [];
beforeAll(async () => {
  // Notes every job that was ever enqueued: jobs may be replaced, and are deleted some minutes after they are done.
  await db.query(`
    CREATE TABLE enqueued (id uuid, data jsonb);
    CREATE FUNCTION note_job() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN INSERT INTO public.enqueued VALUES (NEW.id, NEW.data); RETURN NULL; END $$;
    CREATE TRIGGER note_job AFTER INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION note_job()`);
});
afterAll(async () => {
  await Promise.all(others.map((api) => api.stop()));
  await Promise.all([service.close(), inbox.close(), db.close()]);
});

/** A process that sends waves only when it is told to. */
async function start(settings: Record<string, string> = {}): Promise<Api> {
  const api = await startApi({ db, inbox, settings });
  await api.rest();
  return api;
}

async function startBehindProxy() {
  const proxy = await openProxy(db.url);
  return { proxy, victim: await start({ DATABASE_URL: proxy.url }) };
}

/** A request whose first wave is due, on a campus where half of the helpers get pushes and the others mails. */
async function givenDueWave(api: Api) {
  const campus = newCampus();
  const [alerts, phones] = [alertsIn(api, given), phonesWith(api, service)];
  await api.forgetLimits();
  const [helpers, addresses, devices]: [GivenStudent[], string[], string[]] = [[], [], []];
  for (let count = 0; count < HELPERS; count += 2) {
    const [byMail, byPush] = [await alerts.helper(campus), await alerts.helper(campus, { mail: false, push: true })];
    helpers.push(byMail, byPush);
    addresses.push(byMail.email);
    devices.push((await phones.of(byPush)).id);
  }
  // a while ago: to a process whose clock is a moment behind, a new request would not be due yet
  const createdAt = new Date(Date.now() - 60_000);
  const requestId = await given.request({ by: await given.student({ institution: campus }), createdAt });
  return { requestId, helpers: idsOf(helpers), addresses: addresses.sort(), devices: devices.sort() };
}

async function jobsOf(requestId: string, state: 'active' | 'completed'): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM pgboss.job WHERE state = $2 AND data::text LIKE '%' || $1 || '%'`,
    [requestId, state],
  );
  return rows.map(({ id }) => id);
}
const isDelivered = async (requestId: string) => (await jobsOf(requestId, 'completed')).length >= ALERTS_PER_WAVE;

/** Every message of a wave and its deliveries, of a process that is alone and not disturbed. */
async function everyPoint(): Promise<Point[]> {
  const { proxy, victim } = await startBehindProxy();
  const { requestId } = await givenDueWave(victim);
  const messages = new Map<string, number>();
  const unknown = new Set<string>();
  proxy.watch((message) => {
    const phase = phaseOf(message);
    if (phase) messages.set(phase, (messages.get(phase) ?? 0) + 1);
    else if (!message.isBackground && !GREETING.test(message.statement)) unknown.add(message.statement);
  });
  await victim.sendDueWaves();
  await until('the deliveries', () => isDelivered(requestId));
  await victim.stop();
  await proxy.close();
  expect([...unknown]).toEqual([]);
  expect([...messages.keys()].sort()).toEqual(Object.keys(PHASES).sort());
  return Object.keys(PHASES).flatMap((phase) =>
    Array.from({ length: messages.get(phase)! }, (_, index) => ({ phase, nth: index + 1 })),
  );
}

/** How many alerts are recorded and how many were enqueued, at one moment: of a wave, all or none. */
async function recordedAndEnqueued(requestId: string) {
  const [counts] = await db.query<{ recorded: number; enqueued: number }>(
    `SELECT (SELECT count(*)::int FROM alerts WHERE request_id = $1::uuid) AS recorded,
            (SELECT count(DISTINCT id)::int FROM enqueued WHERE data::text LIKE '%' || $1 || '%') AS enqueued`,
    [requestId],
  );
  return counts!;
}

/** Kills a process at this point, and lets the others finish the waves of the request. */
async function killAt({ phase, nth }: Point) {
  const [any] = others;
  // at rest before a wave is due, because its scheduler would send it
  const { proxy, victim } = await startBehindProxy();
  const due = await givenDueWave(any!);
  const { requestId } = due;
  const kill = { isDone: false };
  const killed = new Promise<void>((done) => {
    proxy.cutAt({
      at: nth,
      when: 'before',
      counts: (message) => phaseOf(message) === phase,
      then() {
        kill.isDone = true;
        void victim.kill().then(done);
      },
    });
  });
  await victim.sendDueWaves().catch(() => undefined);
  await until('the kill, or all deliveries', async () => kill.isDone || (await isDelivered(requestId)));
  proxy.disarm();
  await (kill.isDone ? killed : victim.stop());
  await proxy.close();
  const [underWay, leftBehind] = [await jobsOf(requestId, 'active'), await recordedAndEnqueued(requestId)];

  const alerts = alertsIn(any!, given);
  for (let wave = 1; wave <= 3; wave++) {
    // not after the last one, which would be due when the next process is killed
    if (wave > 1) await alerts.pausePasses(requestId);
    await until(`wave ${wave}`, async () => {
      await Promise.all(others.map((api) => api.sendDueWaves()));
      const sent = 'SELECT FROM alert_waves WHERE request_id = $1 AND wave >= $2';
      return (await db.query(sent, [requestId, wave])).length > 0;
    });
  }
  return { ...due, phase, nth, isKilled: kill.isDone, underWay, leftBehind };
}

/** Waits until every job is done. A job of a dead process runs again 20 s after it began, for which this does not wait. */
const allDone = () =>
  until('every job to be done', async () => {
    await db.query(
      `UPDATE pgboss.job SET started_on = started_on - interval '20 s'
        WHERE state = 'active' AND started_on BETWEEN now() - interval '20 s' AND now() - interval '5 s'`,
    );
    await db.query('UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL');
    const open = `SELECT FROM pgboss.job WHERE name IN ('mail', 'push') AND state < 'completed'`;
    return (await db.query(open)).length === 0;
  });

/** What arrived of each job, by its id: a mail has it in its Message-ID, a push in its payload. */
function arrivals(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  const add = (id: string, what: unknown) => all.set(id, [...(all.get(id) ?? []), JSON.stringify(what)]);
  for (const { messageId, to, subject } of inbox.mails) add(messageId.slice(1, 37), { messageId, to, subject });
  for (const { payload, endpoint, topic } of service.delivered)
    add(payload['id'] as string, { payload, endpoint, topic });
  return all;
}

it('alerts every student exactly once by push or mail, wherever in a wave or its deliveries a process is killed', async () => {
  // of a commit only the response that the process never gets
  const points = (await everyPoint()).filter(({ phase, nth }) => phase in PHASES || (phase === 'commit' && nth === 2));
  others.push(...(await Promise.all([start(), start()])));
  const kills: Awaited<ReturnType<typeof killAt>>[] = [];
  for (const point of points)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      kills.push(await killAt(point));
      if (kills.at(-1)!.isKilled) break;
    }
  await allDone();

  const arrived = arrivals();
  let repeated = 0;
  for (const { phase, nth, requestId, helpers, addresses, devices, underWay, leftBehind } of kills) {
    const heard = await db.query<{ id: string }>('SELECT student_id AS id FROM alerts WHERE request_id = $1', [
      requestId,
    ]);
    const jobs = await db.query<{ id: string; address: string | null; device: string | null }>(
      `SELECT DISTINCT id, data->'to'->>'email' AS address, data->>'deviceId' AS device FROM enqueued
        WHERE data::text LIKE '%' || $1 || '%'`,
      [requestId],
    );
    const ids = jobs.map(({ id }) => id);
    const twice = ids.filter((id) => (arrived.get(id)?.length ?? 0) > 1);
    repeated += twice.length;
    expect({
      at: `${phase} ${nth}`,
      enqueuedOnly: leftBehind.enqueued - leftBehind.recorded,
      heard: idsOf(heard),
      mailed: jobs.flatMap(({ address }) => address ?? []).sort(),
      pushed: jobs.flatMap(({ device }) => device ?? []).sort(),
      lost: ids.filter((id) => !arrived.has(id)),
      // a delivery is repeated only if it was under way when its process died, and then it is the same one
      repeatedForNoReason: twice.filter((id) => !underWay.includes(id)),
      repeatedOtherwise: twice.filter((id) => new Set(arrived.get(id)).size > 1),
    }).toEqual({
      at: `${phase} ${nth}`,
      enqueuedOnly: 0,
      heard: helpers,
      mailed: addresses,
      pushed: devices,
      lost: [],
      repeatedForNoReason: [],
      repeatedOtherwise: [],
    });
  }
  expect(service.problems).toEqual([]);
  const hit = kills.filter(({ isKilled }) => isKilled);
  console.info(`${hit.length} processes killed, ${kills.length * HELPERS} alerts, ${repeated} of them delivered twice`);
  expect(new Set(hit.map(({ phase }) => phase))).toEqual(new Set([...Object.keys(PHASES), 'commit']));
  expect(hit.length).toBeGreaterThan(points.length * 0.95);
}, 3_600_000);
