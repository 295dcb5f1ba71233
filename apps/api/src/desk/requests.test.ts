import type { RequestStatus } from '@spareswipe/contract';
import { ROUNDS } from '../../test/support/levels.js';
import { atOnce, ok, tally } from '../../test/support/responses.js';
import { about, startDesk, REASON } from '../../test/support/desk.js';
import { PASSWORD } from '../../test/support/given.js';
import type { GivenOperator } from '../../test/support/operators.js';

const { api, given, exchanges, operators, elsewhere, platform, desk, creditsOf, mailTo, lastLine, setCampus } =
  await startDesk();

type Query = Partial<{ search: string; status: RequestStatus; id: string; page: number; limit: number }>;
const list = async (query: Query = {}, operator?: GivenOperator) => ok(await desk(operator).requests({ query }));
const ids = async (query: Query, operator?: GivenOperator) =>
  (await list(query, operator)).requests.map(({ _id }) => _id);
const remove = (id: string, operator?: GivenOperator) =>
  desk(operator).removeRequest({ ...about({ id }), body: { reason: REASON } });

describe('the list of requests', () => {
  it('shows those of the campus with both students and how they ended, the latest first', async () => {
    const ruth = await given.student({ name: 'Ruth' });
    const open = await given.request({ by: ruth, mealDescription: 'Open okra' });
    const { finn, id: matchId } = await exchanges.exchange({ ruth });
    ok(await exchanges.release(finn, matchId));
    const abroad = await given.request({ by: await given.student({ institution: 'other' }) });

    const { requests } = await list();
    expect(requests[0]).toMatchObject({
      status: 'active',
      campus: 'state',
      requester: { _id: ruth.id, name: 'Ruth' },
      match: { _id: matchId, fulfiller: { _id: finn.id, name: 'Finn' }, cancelledBecause: 'released', isVoided: false },
    });
    expect(requests[1]).toMatchObject({ _id: open, mealDescription: 'Open okra', match: null });
    expect(await ids({}, elsewhere)).toEqual([abroad]);
    expect(await ids({}, platform)).toContain(abroad);
  });

  it('says when a meal is due by the clock of its campus, on the page of a student too', async () => {
    const finn = await given.student({ institution: 'coast' });
    await exchanges.exchange({ ruth: await given.student({ institution: 'coast' }), finn });
    ok(await setCampus('coast', { timeZone: 'Asia/Kolkata' }, platform));
    const [request] = (await list({ limit: 1 }, platform)).requests;
    const [exchange] = ok(await desk(platform).studentExchanges({ ...about(finn), query: {} })).exchanges;
    const clock = { zone: 'India time', utcOffsetMinutes: 330 };
    for (const shown of [request, exchange]) expect(shown).toMatchObject({ campus: 'coast', clock });
  });

  it('is searched by meal, place and the name of either student, by status, and for one request', async () => {
    const tess = await given.student({ name: 'Tess 100%' });
    const sought = await given.request({ by: tess, mealDescription: 'Saffron rice' });
    const { id: matchId } = await exchanges.exchange({ finn: tess });
    const [accepted] = await api.db.query<{ id: string }>('SELECT request_id AS id FROM matches WHERE id = $1', [
      matchId,
    ]);
    expect(await ids({ search: 'saffron' })).toEqual([sought]);
    expect(await ids({ search: '0%' })).toEqual([accepted!.id, sought]);
    expect(await ids({ search: 'tess', status: 'matched' })).toEqual([accepted!.id]);
    expect(await ids({ id: sought })).toEqual([sought]);
    expect(await ids({ id: sought }, elsewhere)).toEqual([]);
    expect((await desk().requests({ query: { status: 'gone' } })).status).toBe(400);
    const { requests, pagination } = await list({ search: 'tess', page: 2, limit: 1 });
    expect(requests.map(({ _id }) => _id)).toEqual([sought]);
    expect(pagination).toMatchObject({ total: 2, pages: 2, hasNext: false });
  });
});

describe('a removed request', () => {
  it('is gone from the list of students, its meal returns at once, and its requester reads why', async () => {
    const ruth = await given.student({ name: 'Ruth', credits: 1 });
    const id = await given.request({ by: ruth, mealDescription: 'Rude rice' });
    ok(await remove(id));
    expect(await creditsOf(ruth)).toBe(1);
    const finn = await given.student();
    expect(await api.as(finn).matches.accept({ body: { requestId: id } })).toMatchObject({ status: 409 });
    expect((await list({ id })).requests[0]).toMatchObject({ status: 'cancelled', match: null });
    const { text } = await mailTo(ruth, 'Your request was taken down');
    for (const words of ['Rude rice', REASON, 'your meal is back']) expect(text).toContain(words);
    expect(await lastLine(ruth)).toMatchObject({
      action: 'remove-request',
      student: { _id: ruth.id },
      exchange: { requestId: id, matchId: null, mealDescription: 'Rude rice', fulfiller: null },
      reason: REASON,
      before: { status: 'active' },
      after: { status: 'cancelled' },
    });
  });

  it('is removed once, by operators of its campus, and only while it is open', async () => {
    const id = await given.request();
    expect((await remove(id, elsewhere)).status).toBe(404);
    expect(tally(await atOnce(3, () => remove(id)))).toEqual({ 200: 1, '409 REQUEST_NOT_ACTIVE': 2 });
    const over = await given.request();
    await api.db.query(`UPDATE meal_requests SET deadline = now() WHERE id = $1`, [over]);
    expect(await remove(over)).toMatchObject({ status: 409, body: { message: 'This request is no longer open' } });
  });

  it('needs a fresh code, since its meal moves', async () => {
    const stale = await operators.operator('state');
    await api.db.query(`UPDATE operator_sessions SET confirmed_at = now() - interval '11 min' WHERE operator_id = $1`, [
      stale.id,
    ]);
    expect(await remove(await given.request(), stale)).toMatchObject({ body: { code: 'CONFIRMATION_REQUIRED' } });
  });

  it.each(['accept', 'cancel', 'close', 'expire'] as const)(
    'against a simultaneous %s: one of them wins, and the meal is held, or back once',
    async (rival) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [ruth, finn] = [await given.student({ credits: 1 }), await given.student()];
        const id = await given.request({ by: ruth });
        if (rival === 'expire')
          await api.db.query(`UPDATE meal_requests SET deadline = clock_timestamp() + interval '8 ms' WHERE id = $1`, [
            id,
          ]);
        const rivals = {
          accept: () => api.as(finn).matches.accept({ body: { requestId: id } }),
          cancel: () => api.as(ruth).requests.cancel({ params: { id } }),
          close: () => api.as(ruth).account.deactivate({ body: { password: PASSWORD } }),
          expire: () => api.as(ruth).users.me(), // settles what is overdue
        };
        const [removed, other] = await Promise.all([remove(id), rivals[rival]()]);
        const { status } = (await list({ id })).requests[0]!;
        if (rival === 'accept') {
          expect([removed.status, other.status].sort()).toEqual(removed.status === 200 ? [200, 409] : [201, 409]);
          expect(status).toBe(removed.status === 200 ? 'cancelled' : 'matched');
        } else expect([200, 404, 409]).toContain(removed.status);
        expect(other.status).toBeLessThan(500);
        const [credits] = await api.db.query(
          `SELECT sum(balance)::int FROM ledger.accounts WHERE student_id = $1 AND kind IN ('available', 'held')`,
          [ruth.id],
        );
        expect(credits).toEqual({ sum: 1 });
      }
    },
    60_000,
  );

  it('no longer adds its place to those that the form suggests', async () => {
    const suggested = async () => ok(await api.as(await given.student()).requests.places()).places;
    const posts = [];
    for (let count = 0; count < 2; count++) posts.push(await given.request({ location: 'Dean is a thief' }));
    expect(await suggested()).toContain('Dean is a thief');
    ok(await remove(posts[0]!));
    expect(await suggested()).not.toContain('Dean is a thief');
  });
});
