import {
  OPEN_MATCHES_MAX,
  OPEN_MATCHES_MAX_TRUSTED,
  RELEASES_PER_DAY,
  UNCONFIRMED_MATCHES_MAX,
  UNCONFIRMED_MATCHES_MAX_NEW,
} from '@spareswipe/contract';
import { ROUNDS } from '../../../test/support/levels.js';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { NO, YES } from '../../../test/support/exchanges.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { rewriteMatches } from '../../../test/support/time-passes.js';
import { newId } from '../../platform/common/ids.js';

const { api, given, me, close, accept, rate, complete, release } = await startCampus({ audited: true });

const openOf = async (student: GivenStudent) =>
  (await api.db.query(`SELECT FROM matches WHERE fulfiller_id = $1 AND status = 'accepted'`, [student.id])).length;

/** Two accounts of one person. */
async function sameMailbox(): Promise<[GivenStudent, GivenStudent]> {
  const campus = `${newId()}.edu`;
  return [await given.student({ email: `sam@${campus}` }), await given.student({ email: `sam+1@${campus}` })];
}

/** This many open requests of one student who can afford them. */
async function requests(count: number): Promise<string[]> {
  const by = await given.student({ credits: count });
  return atOnce(count, () => given.request({ by }));
}
/** This many accepted matches of the student. */
const openMatches = async (by: GivenStudent, count: number) =>
  Promise.all((await requests(count)).map((of) => given.match({ of, by })));

describe('how many matches a student may have open at once', () => {
  it('is at most ten, and the eleventh is refused with that number', async () => {
    const finn = await given.student();
    const [first] = await openMatches(finn, OPEN_MATCHES_MAX);
    const [requestId] = await requests(1);
    expect(await accept(finn, requestId!)).toMatchObject({
      status: 403,
      body: {
        code: 'TOO_MANY_OPEN_MATCHES',
        message: 'You have promised 10 meals, as many as you can at once. Complete or release one first.',
      },
    });
    ok(await complete(finn, first!.id));
    expect(await accept(finn, requestId!)).toMatchObject({ status: 201 });
  });

  it('is at most ten when eleven are accepted at the same moment', async () => {
    const finn = await given.student();
    const responses = await Promise.all((await requests(OPEN_MATCHES_MAX + 1)).map((id) => accept(finn, id)));
    expect(tally(responses)).toEqual({ 201: OPEN_MATCHES_MAX, '403 TOO_MANY_OPEN_MATCHES': 1 });
    expect(await openOf(finn)).toBe(OPEN_MATCHES_MAX);
  });

  it('is zero while 25 meals that the accounts of one mailbox marked complete wait for others to confirm them', async () => {
    const [thief, again] = await sameMailbox();
    const claimed = await Promise.all(
      (await requests(UNCONFIRMED_MATCHES_MAX)).map((of) => given.completed({ of, by: thief })),
    );
    const [requestId] = await requests(1);
    expect(await accept(again, requestId!)).toMatchObject({ status: 403, body: { code: 'TOO_MANY_OPEN_MATCHES' } });

    const { id, requesterId } = claimed[0]!;
    ok(await rate({ id: requesterId }, id, YES));
    expect(await accept(again, requestId!)).toMatchObject({ status: 201 });
  });

  it('is at most ten for all accounts of one mailbox together, also when both accept at the same moment', async () => {
    const accounts = await sameMailbox();
    const ids = await requests(OPEN_MATCHES_MAX + 2);
    const responses = await Promise.all(ids.map((id, place) => accept(accounts[place % 2]!, id)));
    expect(tally(responses)).toEqual({ 201: OPEN_MATCHES_MAX, '403 TOO_MANY_OPEN_MATCHES': 2 });
  });

  it('counts open matches and unconfirmed meals of a mailbox together, or one could earn more than 25 at once', async () => {
    const [thief, again] = await sameMailbox();
    const claimed = UNCONFIRMED_MATCHES_MAX - OPEN_MATCHES_MAX + 1;
    await Promise.all((await requests(claimed)).map((of) => given.completed({ of, by: thief })));
    await openMatches(again, OPEN_MATCHES_MAX - 1);
    const [requestId] = await requests(1);
    for (const account of [thief, again])
      expect(await accept(account, requestId!)).toMatchObject({
        status: 403,
        body: {
          code: 'TOO_MANY_OPEN_MATCHES',
          message:
            'You have promised 9 meals and marked 16 complete that nobody has confirmed, as many as you can. Wait until others confirm them, or for 48 hours after them.',
        },
      });
  });

  it('counts an unconfirmed meal for as long as the requester can deny it', async () => {
    const [thief] = await sameMailbox();
    const of = await requests(UNCONFIRMED_MATCHES_MAX);
    const claimed = await Promise.all(of.map((id) => given.completed({ of: id, by: thief })));
    const [requestId] = await requests(1);
    // accepted 8 days before the deadline, completed 47 h after it, and that was 47 h ago
    await earlier(claimed, { accepted: 8 * 24 + 94, completed: 47 });
    expect(await accept(thief, requestId!)).toMatchObject({ status: 403 });
    await earlier(claimed, { accepted: 2, completed: 2 });
    expect(await accept(thief, requestId!)).toMatchObject({ status: 201 });
  });

  it('is not raised by confirmations from an account of the same mailbox', async () => {
    const [finn, sock] = await sameMailbox();
    for (let count = 0; count < 3; count++) {
      const by = await given.student({ email: sock.email.replace('+1', `+again${count}`) });
      ok(await complete(by, (await given.match({ of: await given.request({ by }), by: finn })).id));
    }
    await openMatches(finn, OPEN_MATCHES_MAX);
    expect(await accept(finn, (await requests(1))[0]!)).toMatchObject({ body: { code: 'TOO_MANY_OPEN_MATCHES' } });
  });

  it('is not raised by the confirmations of one friend', async () => {
    const [finn, friend] = [await given.student(), await given.student({ credits: 3 })];
    for (let count = 0; count < 3; count++)
      ok(await complete(friend, (await given.match({ of: await given.request({ by: friend }), by: finn })).id));
    await openMatches(finn, OPEN_MATCHES_MAX);
    expect(await accept(finn, (await requests(1))[0]!)).toMatchObject({ body: { code: 'TOO_MANY_OPEN_MATCHES' } });
  });

  it('is at most 25 after three others have confirmed an exchange, by completing or by a "Yes"', async () => {
    const finn = await given.student();
    const [byRequester, rated, onlyByFinn] = (await atOnce(3, () => openMatches(finn, 1))).flat();
    await openMatches(finn, OPEN_MATCHES_MAX);
    const other = (match: typeof byRequester) => ({ id: match!.requesterId });
    ok(await complete(other(byRequester), byRequester!.id));
    ok(await complete(finn, rated!.id));
    ok(await rate(other(rated), rated!.id, YES));
    ok(await complete(finn, onlyByFinn!.id));
    const [requestId, another] = await requests(2);
    expect(await accept(finn, requestId!)).toMatchObject({ body: { code: 'TOO_MANY_OPEN_MATCHES' } });

    ok(await rate(other(onlyByFinn), onlyByFinn!.id, YES));
    expect(await accept(finn, requestId!)).toMatchObject({ status: 201 });
    await openMatches(finn, OPEN_MATCHES_MAX_TRUSTED - OPEN_MATCHES_MAX - 1);
    expect(await accept(finn, another!)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('You have promised 25 meals') },
    });
  });

  it('does not count the requests of others that they accepted of this student', async () => {
    const ruth = await given.student({ credits: 12 });
    for (let count = 0; count < OPEN_MATCHES_MAX + 1; count++)
      await given.match({ of: await given.request({ by: ruth }) });
    expect(await accept(ruth, await given.request())).toMatchObject({ status: 201 });
  });
});

describe('the word of a new fulfiller, who waits with three meals that nobody has confirmed,', () => {
  const refusal = { status: 409, body: { code: 'CONFIRMATION_PENDING' } };

  /** Completed alone, and one more that is accepted. */
  async function waiting() {
    const finn = await given.student();
    const claimed = (await atOnce(UNCONFIRMED_MATCHES_MAX_NEW, () => openMatches(finn, 1))).flat();
    for (const { id } of claimed) ok(await complete(finn, id));
    const [next] = await openMatches(finn, 1);
    expect(await complete(finn, next!.id)).toMatchObject(refusal);
    return { finn, claimed: claimed.map(({ id, requesterId }) => ({ id, ruth: { id: requesterId } })), next: next! };
  }

  it('counts again once they give a meal back, which counts as a release', async () => {
    const { finn, claimed, next } = await waiting();
    ok(await rate(finn, claimed[0]!.id, NO));
    ok(await complete(finn, next.id));
    for (const { id } of await openMatches(finn, RELEASES_PER_DAY - 1)) ok(await release(finn, id));
    const denied = await rate(finn, claimed[1]!.id, NO);
    expect(denied).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  });

  it('does not count again by giving back a meal that is spent, which gives nobody a strike either', async () => {
    const { finn, claimed, next } = await waiting();
    for (let left = (await me(finn)).credits; left > 0; left--) await given.request({ by: finn });
    ok(await rate(finn, claimed[0]!.id, NO));
    expect(await complete(finn, next.id)).toMatchObject(refusal);
    expect((await me(claimed[0]!.ruth)).strikes.count).toBe(0);
  });

  it('counts again once the requester of one leaves, since nobody can confirm it any more', async () => {
    const { finn, claimed, next } = await waiting();
    ok(await close(claimed[0]!.ruth));
    ok(await complete(finn, next.id));
  });

  it('does not count again by a "No" of the requester', async () => {
    const { finn, claimed, next } = await waiting();
    ok(await rate(claimed[0]!.ruth, claimed[0]!.id, NO));
    expect(await complete(finn, next.id)).toMatchObject(refusal);
  });

  it('counts without limit after three others have confirmed an exchange, by "It\'s them" or by conceding a dispute too', async () => {
    const { finn, claimed, next } = await waiting();
    const [first, second] = claimed;
    for (const { ruth, id } of [first!, second!]) {
      ok(await rate(ruth, id, NO));
      ok(await api.as(ruth).ratings.concede({ params: { id } }));
    }
    await api.db.query(`UPDATE meal_requests SET deadline = now() + interval '20 minutes' WHERE id = $1`, [
      next.requestId,
    ]);
    ok(await api.as({ id: next.requesterId }).matches.met({ params: { id: next.id } }));
    ok(await complete(finn, next.id));
    for (const { id } of await openMatches(finn, UNCONFIRMED_MATCHES_MAX_NEW)) ok(await complete(finn, id));
  });
});

describe('a released request', () => {
  it('cannot be accepted again by the same student, who gets the reason and sees it marked', async () => {
    const [finn, fay] = [await given.student(), await given.student()];
    const { id, requestId } = await given.match({ by: finn });
    ok(await release(finn, id));
    expect(await accept(finn, requestId)).toMatchObject({
      status: 409,
      body: {
        code: 'REQUEST_NOT_AVAILABLE',
        message: 'You released this request, so you cannot accept it again',
      },
    });
    const listedFor = async (student: GivenStudent) =>
      ok(await api.as(student).requests.browse({ query: { limit: 50 } })).requests.find(({ _id }) => _id === requestId);
    expect(await listedFor(finn)).toMatchObject({ isReleased: true });
    expect(await listedFor(fay)).toMatchObject({ isReleased: false });
    expect(await accept(fay, requestId)).toMatchObject({ status: 201 });
  });

  it('is not accepted again by another account of the same mailbox, which sees it marked too', async () => {
    const [sam, again] = await sameMailbox();
    const { id, requestId } = await given.match({ by: sam });
    const [released, accepted] = await Promise.all([release(sam, id), accept(again, requestId)]);
    expect([released.status, accepted.status]).toEqual([200, 409]);
    expect(await accept(again, requestId)).toMatchObject({ body: { code: 'REQUEST_NOT_AVAILABLE' } });
    const { request } = ok(await api.as(again).requests.one({ params: { id: requestId } }));
    expect(request.isReleased).toBe(true);
  });

  it('is not accepted again by another account of the same mailbox, while or after the first one closes', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [sam, again] = await sameMailbox();
      const { requestId } = await given.match({ by: sam });
      const [closed, accepted] = await Promise.all([close(sam), accept(again, requestId)]);
      expect([closed.status, accepted.status]).toEqual([200, 409]);
      expect(await accept(again, requestId)).toMatchObject({ body: { code: 'REQUEST_NOT_AVAILABLE' } });
    }
  });

  it('is not accepted again at the moment of the release', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const finn = await given.student();
      const { id, requestId } = await given.match({ by: finn });
      const [released, accepted] = await Promise.all([release(finn, id), accept(finn, requestId)]);
      expect([released.status, accepted.status]).toEqual([200, 409]);
    }
  });
});

describe('releasing', () => {
  const released = async (by: GivenStudent, count: number) => {
    for (const { id } of await openMatches(by, count)) ok(await release(by, id));
  };

  it('is possible ten times in 24 hours, and then refused until the first of them is older', async () => {
    const finn = await given.student();
    await released(finn, RELEASES_PER_DAY);
    const [match] = await openMatches(finn, 1);
    const refused = await release(finn, match!.id);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_REQUESTS',
        message: 'You released or reported 10 meals in the last 24 hours. Please try again in 24 hours.',
      },
    });
    const { retryAfterSeconds } = refused.body as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(86_000);
    expect(retryAfterSeconds).toBeLessThanOrEqual(86_400);
    expect(await openOf(finn)).toBe(1);

    await oneDayLater(finn);
    ok(await release(finn, match!.id));
  });

  it('is possible a tenth time once, also when five happen at the same moment', async () => {
    const finn = await given.student();
    await released(finn, RELEASES_PER_DAY - 1);
    const responses = await Promise.all((await openMatches(finn, 5)).map(({ id }) => release(finn, id)));
    expect(tally(responses)).toEqual({ 200: 1, '429 TOO_MANY_REQUESTS': 4 });
  });

  it('counts all accounts of one mailbox together, also when they release at the same moment', async () => {
    const [sam, again] = await sameMailbox();
    await released(sam, RELEASES_PER_DAY - 1);
    const open = [...(await openMatches(sam, 2)), ...(await openMatches(again, 2))];
    const responses = await Promise.all(open.map(({ id, fulfillerId }) => release({ id: fulfillerId }, id)));
    expect(tally(responses)).toEqual({ 200: 1, '429 TOO_MANY_REQUESTS': 3 });
  });

  it('cannot be avoided by saying "No" to requests that the student accepted', async () => {
    const finn = await given.student();
    await released(finn, RELEASES_PER_DAY - 1);
    const deny = (id: string) => rate(finn, id, NO);
    const responses = await Promise.all((await openMatches(finn, 5)).map(({ id }) => deny(id)));
    expect(tally(responses)).toEqual({ 200: 1, '429 TOO_MANY_REQUESTS': 4 });
    expect(await openOf(finn)).toBe(4);
    expect(await api.db.query('SELECT FROM ratings WHERE rater_id = $1', [finn.id])).toHaveLength(1);

    await oneDayLater(finn);
    const [left] = await api.db.query<{ id: string }>(
      `SELECT id FROM matches WHERE fulfiller_id = $1 AND status = 'accepted'`,
      [finn.id],
    );
    ok(await deny(left!.id));
  });

  it('cannot be avoided by closing the account that accepted', async () => {
    const [sam, again] = await sameMailbox();
    await openMatches(sam, RELEASES_PER_DAY);
    ok(await close(sam));
    const { id } = await given.match({ by: again });
    expect(await release(again, id)).toMatchObject({ status: 429 });
  });

  it('does not count the requester\'s "No"', async () => {
    const finn = await given.student();
    await released(finn, RELEASES_PER_DAY - 1);
    const [denied, last] = await openMatches(finn, 2);
    ok(await rate({ id: denied!.requesterId }, denied!.id, NO));
    ok(await release(finn, last!.id));
  });

  it('counts only real releases', async () => {
    const finn = await given.student();
    await released(finn, RELEASES_PER_DAY - 1);
    const [completed, last] = await openMatches(finn, 2);
    ok(await complete(finn, completed!.id));
    for (let count = 0; count < 3; count++)
      expect(await release(finn, completed!.id)).toMatchObject({ status: 409, body: { code: 'MATCH_NOT_ACTIVE' } });
    ok(await release(finn, last!.id));
  });
});

/** Moves the student's releases a day into the past. */
const oneDayLater = ({ id }: GivenStudent) =>
  rewriteMatches(
    api.db.pool,
    `UPDATE matches SET cancelled_at = cancelled_at - interval '1 day' WHERE fulfiller_id = '${id}' AND status = 'cancelled'`,
  );

/** Moves completed matches this many hours into the past, and their deadlines to 47 h before. */
function earlier(matches: { id: string }[], { accepted, completed }: { accepted: number; completed: number }) {
  const ids = matches.map(({ id }) => id).join();
  return rewriteMatches(
    api.db.pool,
    `UPDATE matches SET created_at = created_at - interval '${accepted} hours',
            completed_at = completed_at - interval '${completed} hours' WHERE id = ANY ('{${ids}}');
     UPDATE meal_requests r SET deadline = m.completed_at - interval '47 hours'
       FROM matches m WHERE m.request_id = r.id AND m.id = ANY ('{${ids}}')`,
  );
}
