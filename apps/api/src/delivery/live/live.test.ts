import { setTimeout as pause } from 'node:timers/promises';
import { ok } from '../../../test/support/responses.js';
import { NO, YES } from '../../../test/support/exchanges.js';
import type { GivenStudent } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';
import { inFull, short } from '../../../test/support/levels.js';
import { openStream } from '../../../test/support/live.js';
import { openProxy } from '../../../test/support/postgres-proxy.js';
import { startCampus } from '../../../test/support/campus.js';
import { startApi, type Api } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

/** 2 s, where nothing else runs; a busy machine is slow, not wrong. Lists that poll take 20 s. */
const SOON_MS = short(10_000, { full: 2000 });

const { api, given, accept, complete, rate } = await startCampus();
/** A second process over the same database. */
const other = await startApi({ db: api.db, inbox: api.inbox });
afterAll(() => other.stop());

type Stream = Awaited<ReturnType<typeof openStream>>;
const opened: Stream[] = [];
afterEach(() => opened.splice(0).forEach(({ close }) => close()));

/** An open stream, once the process listens to the database. */
async function listen(student: GivenStudent, at = api, query = ''): Promise<Stream> {
  let stream!: Stream;
  await until('a stream', async () => (stream = await openStream(at, student, query)).status === 200);
  opened.push(stream);
  return stream;
}

const post = async (student: GivenStudent) => ok(await api.as(student).requests.create({ body: lunch() })).request._id;

describe('a stream', () => {
  it('tells within 2 s that the campus has a new request, whichever process took it', async () => {
    const stream = await listen(await given.student(), other);
    const elsewhere = await listen(await given.student({ institution: 'mit' }), other);
    const posted = Date.now();
    await post(await given.student());
    await until('the event', () => stream.events.includes('requests'));
    expect(Date.now() - posted).toBeLessThan(SOON_MS);
    expect(stream.events).toEqual(['requests']);
    expect(elsewhere.events).toEqual([]);
  });

  it('tells within 2 s of requests on any campus where all are shown, at most once a second', async () => {
    const stream = await listen(await given.student({ institution: 'mit' }), other, '?campus=all');
    const posted = Date.now();
    await post(await given.student());
    await until('the event', () => stream.events.includes('requests'));
    expect(Date.now() - posted).toBeLessThan(SOON_MS);
    for (let change = 0; change < 40; change++) {
      await api.db.query(`SELECT pg_notify('changes', $1)`, [`campus ${change % 2 ? 'mit' : 'yale'}`]);
      await pause(10);
    }
    await until('the next event', () => stream.events.length > 1);
    expect(stream.events.length).toBeLessThanOrEqual(Math.ceil((Date.now() - posted) / 1000));
  });

  it('takes no place of calls, of which 256 are served at once: every one of 270 open screens of a campus is told', async () => {
    const readers = await Promise.all(Array.from({ length: 54 }, () => given.student()));
    const streams = await Promise.all(readers.flatMap((reader) => [1, 2, 3, 4, 5].map(() => listen(reader))));
    await post(await given.student());
    await until('the event on every screen', () => streams.every(({ events }) => events.includes('requests')));
    expect(streams.map(({ events }) => events)).toEqual(streams.map(() => ['requests']));
  });

  it('tells the screens of all campuses together no faster than their lists can be read again', async () => {
    const campuses = ['tufts', 'emory'];
    const readers = campuses.flatMap((institution) => Array.from({ length: 12 }, () => given.student({ institution })));
    const streams = await Promise.all(
      (await Promise.all(readers)).flatMap((reader) => [1, 2, 3, 4, 5].map(() => listen(reader))),
    );
    const changed = Date.now();
    for (const campus of campuses) await api.db.query(`SELECT pg_notify('changes', $1)`, [`campus ${campus}`]);
    await until('the event on every screen', () => streams.every(({ events }) => events.length > 0));
    // 50 at a tick, so two ticks of 250 ms lie between the first and the last
    expect(Date.now() - changed).toBeGreaterThan(500);
  });

  it('tells both sides of a match what happens to it, but not of a rating that the other side may not see', async () => {
    const [rita, finn] = [await given.student(), await given.student()];
    const [hers, his] = [await listen(rita), await listen(finn)];
    const heard = async (what: string) => {
      await until(what, () => [hers, his].every(({ events }) => events.includes('mine')));
      for (const { events } of [hers, his]) events.length = 0;
    };
    const completed = async () => {
      const accepted = ok(await accept(finn, await post(rita)));
      await heard('the accept');
      const id = accepted.match._id;
      ok(await complete(finn, id));
      await heard('the completion');
      return id;
    };
    const id = await completed();
    ok(await rate(rita, id, YES));
    await until('the own rating', () => hers.events.includes('mine'));
    await post(await given.student());
    await until('a later change', () => his.events.includes('requests'));
    expect(his.events).not.toContain('mine');
    hers.events.length = 0;
    ok(await rate(finn, id, YES));
    await heard('both ratings');
    ok(await rate(rita, await completed(), NO));
    await heard('the dispute');
  });

  it('tells nothing of a match that is as it was, as after a second "I\'m here"', async () => {
    const [rita, finn] = [await given.student(), await given.student()];
    const requestId = await post(rita);
    const stream = await listen(rita);
    const { match } = ok(await accept(finn, requestId));
    await until('the accept', () => stream.events.includes('mine'));
    stream.events.length = 0;
    await api.db.query('UPDATE matches SET status = status WHERE id = $1', [match._id]);
    await post(await given.student());
    await until('a later change', () => stream.events.includes('requests'));
    expect(stream.events).not.toContain('mine');
  });

  it('tells of a burst of changes at most once in 250 ms', async () => {
    const student = await given.student();
    const stream = await listen(student);
    const started = Date.now();
    for (let change = 0; change < 40; change++)
      await api.db.query(`SELECT pg_notify('changes', $1)`, [`student ${student.id}`]);
    await until('the first event', () => stream.events.length > 0);
    await pause(600);
    expect(stream.events.length).toBeLessThanOrEqual(Math.ceil((Date.now() - started) / 250));
    expect(stream.events.length).toBeLessThan(40);
  });

  it('has the headers of every response, and is not held back by a proxy', async () => {
    const { headers } = await listen(await given.student());
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String) as string,
    });
  });

  it('is for verified students, and not for HEAD', async () => {
    const [student, unverified] = [await given.student(), await given.student({ verified: false })];
    const status = async (method: string, as?: GivenStudent) => {
      const headers = as && { authorization: `Bearer ${await api.tokenOf(as)}` };
      return (await api.fetch('/api/live', { method, headers })).status;
    };
    expect(await status('GET')).toBe(401);
    expect(await status('GET', unverified)).toBe(403);
    expect(await status('HEAD', student)).toBe(404);
  });

  it('ends with its session', async () => {
    const student = await given.student();
    const stream = await listen(student);
    ok(await other.client(await api.tokenOf(student)).sessions.endAll());
    await stream.ended;
  });
});

it('a student has at most 5 streams; the next tab keeps polling', async () => {
  const student = await given.student();
  for (let tab = 0; tab < 5; tab++) await listen(student);
  expect((await openStream(api, student)).status).toBe(204);
  opened.at(-1)!.close();
  await listen(student);
});

it('reopens a lost connection to the database, and tells all clients to read their lists again', async () => {
  const stream = await listen(await given.student());
  await api.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'spareswipe-live' AND datname = current_database()`,
  );
  await until('both words', () => stream.events.includes('mine') && stream.events.includes('requests'));
  stream.events.length = 0;
  await post(await given.student());
  await until('the next change', () => stream.events.includes('requests'));
});

inFull(() => {
  it('with several servers, changes arrive again when one goes away and another takes over', async () => {
    const [first, second] = [await openProxy(api.db.url), await openProxy(api.db.url)];
    const { host } = new URL(first.url);
    const DATABASE_URL = first.url.replace(host, `${host},${new URL(second.url).host}`);
    const moving = await startApi({ db: api.db, inbox: api.inbox, settings: { DATABASE_URL } });
    const stream = await listen(await given.student(), moving);
    await first.close();
    await until('the event after the lost connection', () => stream.events.includes('requests'));
    stream.events.length = 0;
    await post(await given.student());
    await until('the next change', () => stream.events.includes('requests'));
    await moving.stop();
    await second.close();
  });
});

inFull(() => {
  it('behind a pooler that shares connections, changes arrive within 2 s with LISTEN_DATABASE_URL', async () => {
    const gauge = async (of: Api, name: string) =>
      new RegExp(`^${name} (.+)$`, 'm').exec(await (await of.fetch('/api/metrics')).text())?.[1];
    const proxy = await openProxy(api.db.url, { pooler: true });
    const settings = { LISTEN_DATABASE_URL: api.db.url };
    const pooled = await startApi({ db: { ...api.db, url: proxy.url }, inbox: api.inbox, settings });
    const stream = await listen(await given.student(), pooled);
    expect(await gauge(pooled, 'live_listening')).toBe('1');
    expect(await gauge(pooled, 'live_streams')).toBe('1');
    const posted = Date.now();
    await post(await given.student());
    await until('the event', () => stream.events.includes('requests'));
    expect(Date.now() - posted).toBeLessThan(SOON_MS);
    await pooled.stop();
    await proxy.close();
  });
});

it('a process that stops ends its streams at once, and says when to come back', async () => {
  const stream = await listen(await given.student(), other);
  const told = Date.now();
  const exit = other.terminate();
  await stream.ended;
  expect(Date.now() - told).toBeLessThan(SOON_MS / 2);
  expect(stream.retryMs()).toBeGreaterThanOrEqual(1000);
  expect(await exit).toBe(0);
});
