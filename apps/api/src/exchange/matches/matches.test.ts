import { ROUNDS } from '../../../test/support/levels.js';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { NO, YES } from '../../../test/support/exchanges.js';
import { until } from '../../../test/support/until.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

const { api, given, creditsOf, accept, rate, complete, release, exchange } = await startCampus();

const NOBODY = '0198b5a0-0000-7000-8000-000000000000';

describe('accepting', () => {
  it('lets exactly one of fifty students who accept at the same moment win [spec §1.5] [asvs V2.3a]', async () => {
    const requestId = await given.request();
    const rivals = await atOnce(50, () => given.student());
    const responses = await Promise.all(rivals.map((rival) => accept(rival, requestId)));
    expect(tally(responses)).toEqual({ 201: 1, '409 REQUEST_NOT_AVAILABLE': 49 });
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('refuses a student’s own request', async () => {
    const ruth = await given.student();
    expect(await accept(ruth, await given.request({ by: ruth }))).toMatchObject({
      status: 403,
      body: { code: 'OWN_REQUEST' },
    });
  });

  it('refuses unknown requests, and ids that are not UUIDs', async () => {
    const finn = await given.student();
    expect(await accept(finn, NOBODY)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await accept(finn, 'not-an-id')).toMatchObject({
      status: 400,
      body: { message: 'Please choose a request' },
    });
  });

  it('refuses a request past its deadline, swept or not', async () => {
    const finn = await given.student();
    const requestId = await given.request();
    await api.db.query(`UPDATE meal_requests SET deadline = now() WHERE id = $1`, [requestId]);
    expect(await accept(finn, requestId)).toMatchObject({ status: 409, body: { code: 'REQUEST_NOT_AVAILABLE' } });
  });

  it('refuses a suspended student, and says until when', async () => {
    const finn = await given.student();
    await api.db.query(`UPDATE students SET suspended_until = '2099-03-01T12:00:00Z' WHERE id = $1`, [finn.id]);
    expect(await accept(finn, await given.request())).toMatchObject({
      status: 403,
      body: {
        code: 'ACCOUNT_SUSPENDED',
        suspendedUntil: '2099-03-01T12:00:00.000Z',
        message: expect.stringContaining('Mar 1, 2099'),
      },
    });
  });

  it('gives the browser no e-mail address or phone number while it can be undone [spec §1.6] [asvs V14.2a]', async () => {
    const { ruth, finn } = await exchange();
    for (const student of [ruth, finn]) {
      const lists = JSON.stringify([
        ok(await api.as(student).matches.mine({ query: {} })),
        ok(await api.as(student).requests.mine({ query: {} })),
      ]);
      expect(lists).not.toMatch(/@|\+1/);
    }
  });
});

describe('my matches', () => {
  it('lists both sides, newest first, with the counts of every tab [spec §3.1 §6.4]', async () => {
    const student = await given.student({ name: 'Both' });
    const helped = await given.completed({ by: student });
    const asked = await given.match({ of: await given.request({ by: student }) });
    const dropped = await given.match({ by: student });
    ok(await release(student, dropped.id));

    const all = ok(await api.as(student).matches.mine({ query: {} }));
    expect(all.matches.map(({ _id, userRole, status }) => [_id, userRole, status])).toEqual([
      [dropped.id, 'fulfiller', 'cancelled'],
      [asked.id, 'requester', 'accepted'],
      [helped.id, 'fulfiller', 'completed'],
    ]);
    expect(all.counts).toEqual({ all: 3, accepted: 1, completed: 1 });

    const open = ok(await api.as(student).matches.mine({ query: { status: 'accepted', limit: 5 } }));
    expect(open).toMatchObject({ matches: [{ _id: asked.id }], pagination: { total: 1 }, counts: all.counts });
    expect(ok(await api.as(student).matches.mine({ query: { page: 2, limit: 2 } }))).toMatchObject({
      matches: [{ _id: helped.id }],
      pagination: { current: 2, pages: 2, total: 3, hasPrev: true, hasNext: false },
    });
  });
});

describe('one match', () => {
  it('shows each of its two sides what their list shows', async () => {
    const { ruth, finn, id } = await exchange();
    for (const student of [ruth, finn]) {
      const { match } = ok(await api.as(student).matches.one({ params: { id } }));
      expect(match).toEqual(ok(await api.as(student).matches.mine({ query: {} })).matches[0]);
    }
  });

  it('does not exist for anybody else, nor by a malformed id', async () => {
    const { ruth, id } = await exchange();
    const stranger = await given.student();
    const responses = [
      await api.as(stranger).matches.one({ params: { id } }),
      await api.as(ruth).matches.one({ params: { id: NOBODY } }),
      await api.as(ruth).matches.one({ params: { id: 'not-an-id' } }),
    ];
    expect(tally(responses)).toEqual({ '404 NOT_FOUND': 3 });
  });
});

describe('completing', () => {
  it.each(['ruth', 'finn'] as const)('by %s pays the fulfiller at once [spec §4.23]', async (side) => {
    const match = await exchange();
    expect(await complete(match[side], match.id)).toMatchObject({
      status: 200,
      body: { match: { status: 'completed', request: { status: 'completed' } } },
    });
    expect(await creditsOf(match.finn)).toBe(3);
    expect(await creditsOf(match.ruth)).toBe(0);
  });

  it('by the fulfiller asks the requester at once whether that is right, and until when they can say no', async () => {
    const { ruth, finn, id } = await exchange({ deadline: new Date('2031-11-20T18:00:00Z') });
    ok(await complete(finn, id));
    const { text } = await api.inbox.waitForMail(ruth.email, 'Did you get your meal?');
    expect(text).toContain('Finn says that you got this meal');
    expect(text).toContain('Saturday, November 22, 2031');
    expect(text).toContain(`It did not happen: https://swipes.example.edu/matches?rate=${id}&happened=no`);
  });

  it('asks nobody when the requester completes it, or has already said that the meal happened', async () => {
    const [asked, rated] = [await exchange(), await exchange()];
    ok(await complete(asked.ruth, asked.id));
    ok(await rate(rated.ruth, rated.id, YES));
    ok(await complete(rated.finn, rated.id));
    const mails = `SELECT FROM pgboss.job WHERE data->>'mail' = 'completed' AND data->'about'->>'matchId' = ANY ($1)`;
    expect(await api.db.query(mails, [[asked.id, rated.id]])).toEqual([]);
  });

  it('by both sides at the same moment pays once', async () => {
    const match = await exchange();
    const responses = await Promise.all([complete(match.ruth, match.id), complete(match.finn, match.id)]);
    expect(tally(responses)).toEqual({ 200: 1, '409 MATCH_NOT_ACTIVE': 1 });
    expect(await creditsOf(match.finn)).toBe(3);
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });
});

describe('releasing', () => {
  it('opens the request again, without a strike, and informs the requester', async () => {
    const { ruth, finn, id, requestId } = await exchange();
    expect(await release(finn, id)).toMatchObject({
      status: 200,
      body: { match: { status: 'cancelled', request: { status: 'active' } } },
    });
    expect(ok(await api.as(finn).users.me()).user.strikes.count).toBe(0);
    expect((await api.inbox.waitForMail(ruth.email, 'could not make it')).text).toContain('open again');
    expect(await accept(await given.student(), requestId)).toMatchObject({ status: 201 });
  });

  it('gives the meal back when the deadline has passed', async () => {
    const { ruth, finn, id, requestId } = await exchange();
    await api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = $1', [requestId]);
    expect(await release(finn, id)).toMatchObject({ body: { match: { request: { status: 'expired' } } } });
    expect(await creditsOf(ruth)).toBe(1);
    expect((await api.inbox.waitForMail(ruth.email, 'could not make it')).text).toContain('back in your account');
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('by the requester gives the meal back, and tells the fulfiller', async () => {
    const { ruth, finn, id } = await exchange();
    expect(await release(ruth, id)).toMatchObject({
      status: 200,
      body: { match: { status: 'cancelled', request: { status: 'cancelled' } } },
    });
    expect(await creditsOf(ruth)).toBe(1);
    expect(ok(await api.as(finn).users.me()).user.strikes.count).toBe(0);
    expect((await api.inbox.waitForMail(finn.email, 'called off')).text).toContain("can't make it after all");
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('by the requester is possible until 30 minutes before the deadline', async () => {
    const { ruth, id, requestId } = await exchange();
    await api.db.query(`UPDATE meal_requests SET deadline = now() + interval '29 min' WHERE id = $1`, [requestId]);
    expect(await release(ruth, id)).toMatchObject({
      status: 409,
      body: { code: 'MATCH_NOT_ACTIVE', message: 'You can release a meal until 30 minutes before its deadline' },
    });
  });

  it.each(['ruth', 'finn'] as const)('is not possible once %s has said that it happened', async (side) => {
    const sides = await exchange();
    ok(await rate(sides[side], sides.id, YES));
    for (const one of [sides.ruth, sides.finn])
      expect(await release(one, sides.id)).toMatchObject({
        status: 409,
        body: {
          code: 'MATCH_NOT_ACTIVE',
          message: 'This match can no longer be released. Say in your rating whether the meal happened.',
        },
      });
  });

  it('by both at the same moment has one winner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await exchange();
      const responses = await Promise.all([release(finn, id), release(ruth, id)]);
      expect(tally(responses)).toEqual({ 200: 1, '409 MATCH_NOT_ACTIVE': 1 });
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('tells a requester whose release comes second that the request may be open again', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await release(finn, id));
    expect(await release(ruth, id)).toMatchObject({
      status: 409,
      body: {
        code: 'MATCH_NOT_ACTIVE',
        message:
          'This match has already been called off. Your meal is back, or your request is open again and you can cancel it.',
      },
    });
  });

  it('by a requester is possible 10 times a day', async () => {
    const ruth = await given.student({ credits: 11 });
    const ids = [];
    for (let n = 0; n < 11; n++) ids.push((await given.match({ of: await given.request({ by: ruth }) })).id);
    for (const id of ids.slice(0, 10)) ok(await release(ruth, id));
    expect(await release(ruth, ids[10]!)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  });

  it('against completing at the same moment has one winner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const match = await exchange();
      const responses = await Promise.all([release(match.finn, match.id), complete(match.ruth, match.id)]);
      expect(tally(responses)).toEqual({ 200: 1, '409 MATCH_NOT_ACTIVE': 1 });
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });
});

it('responds 404 to everybody who is not part of the match', async () => {
  const { id } = await exchange();
  const stranger = await given.student();
  for (const asked of [id, NOBODY, 'not-an-id']) {
    const responses = [
      await complete(stranger, asked),
      await release(stranger, asked),
      await rate(stranger, asked, NO),
    ];
    expect(tally(responses)).toEqual({ '404 NOT_FOUND': 3 });
  }
});

describe('races for one request', () => {
  it('between its owner cancelling and a student accepting have one winner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ruth = await given.student({ credits: 1 });
      const requestId = await given.request({ by: ruth });
      const finn = await given.student();
      const responses = await Promise.all([
        api.as(ruth).requests.cancel({ params: { id: requestId } }),
        accept(finn, requestId),
      ]);
      const [cancelled, accepted] = responses.map(({ status }) => status < 300);
      expect([cancelled, accepted].filter(Boolean)).toHaveLength(1);
      const status = 'SELECT status FROM meal_requests WHERE id = $1';
      expect(await api.db.query(status, [requestId])).toEqual([{ status: cancelled ? 'cancelled' : 'matched' }]);
      expect(await creditsOf(ruth)).toBe(cancelled ? 1 : 0);
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('between its deadline and a student accepting leave it either matched or refunded', async () => {
    const ruth = await given.student({ credits: 10 });
    const finn = await given.student();
    const soon = new Date(Date.now() + 1500);
    const requests: string[] = [];
    for (let count = 0; count < 10; count++) requests.push(await given.request({ by: ruth, deadline: soon }));
    while (Date.now() < soon.getTime() - 40) await new Promise((next) => setImmediate(next));
    const responses = await Promise.all(requests.map((requestId) => accept(finn, requestId)));
    const accepted = responses.filter(({ status }) => status === 201).length;
    const settled = `SELECT FROM meal_requests WHERE id = ANY ($1) AND status <> 'active'`;
    await until(
      'every request to be settled',
      async () => (await api.db.query(settled, [requests])).length === requests.length,
    );
    expect(await creditsOf(ruth)).toBe(requests.length - accepted);
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });
});
