import { randomInt, randomUUID } from 'node:crypto';
import {
  DISPUTE_DAYS,
  HANDOVER_ALERT_CREDITS,
  OPEN_MATCHES_MAX,
  RELEASES_PER_DAY,
  TRUSTED_AFTER_STUDENTS,
  UNCONFIRMED_MATCHES_MAX,
  UNCONFIRMED_MATCHES_MAX_NEW,
} from '@spareswipe/contract';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { atOnce, ok, tally } from '../../support/responses.js';
import { PASSWORD, type GivenStudent } from '../../support/given.js';
import { tokenIn } from '../../support/inbox.js';
import { lunch } from '../../support/lunch.js';
import { openShop } from '../../support/shop.js';
import { timePasses } from '../../support/time-passes.js';
import { until } from '../../support/until.js';

/** Attacks by students who want to gain by lying. Each of these worked before the rules of docs/fair-play.md. */

const shop = await openShop();
beforeEach(() => shop.api.forgetLimits());
afterAll(() => shop.close());

const YES = { followedThrough: true, score: 5 };
const NO = { followedThrough: false };
const as = (student: GivenStudent) => shop.api.as(student);
const student = (name: string, credits = 2) => shop.given.student({ name, credits });
/** Two accounts of one person. */
const oneMailbox = async () => {
  const mailbox = randomUUID();
  return [
    await shop.given.student({ email: `${mailbox}@state.edu` }),
    await shop.given.student({ email: `${mailbox}+1@state.edu` }),
  ] as const;
};
const me = async (who: GivenStudent) => ok(await as(who).users.me()).user;

const inSixDays = () => lunch({ deadline: new Date(Date.now() + 6 * 24 * 3_600_000).toISOString() });
const post = async (by: GivenStudent) => ok(await as(by).requests.create({ body: inSixDays() })).request._id;
const accept = async (by: GivenStudent, requestId: string) =>
  ok(await as(by).matches.accept({ body: { requestId } })).match._id;
const complete = async (by: GivenStudent, id: string) => ok(await as(by).matches.complete({ params: { id } }));
const rate = (by: GivenStudent, id: string, body: typeof YES | typeof NO) =>
  as(by).ratings.rate({ params: { id }, body });

/** One student posts, the other accepts and says that the meal was handed over. */
async function handOver(from: GivenStudent, to: GivenStudent): Promise<string> {
  const match = await accept(to, await post(from));
  await complete(to, match);
  return match;
}

/** All credits that students have spent or can spend: an open request can still be cancelled. */
async function spendable(students: GivenStudent[]): Promise<number> {
  const [sum] = await shop.db.query<{ credits: number }>(
    `SELECT sum(balance)::int AS credits FROM ledger.accounts WHERE student_id = ANY ($1) AND kind IN ('available', 'held')`,
    [students.map(({ id }) => id)],
  );
  return sum!.credits;
}

/** All disputes end by the rule for undecided ones. */
async function undecided(): Promise<void> {
  await timePasses(shop.db.pool, { hours: DISPUTE_DAYS * 24 + 1 });
  await until('all disputes to end', async () => {
    return !(await shop.db.query('SELECT FROM ledger.disputes WHERE decided_at IS NULL')).length;
  });
}

it('two students and a throw-away account cannot turn four meals into more', async () => {
  const group = [await student('Ann'), await student('Ben'), await student('Throw-away', 0)] as const;
  const [ann, ben, away] = group;
  const taken = [await handOver(ann, away), await handOver(ann, away)];
  for (let spent = 0; spent < 2; spent++) await handOver(away, ben);
  for (const match of taken) ok(await rate(ann, match, NO));
  expect(await spendable([...group])).toBeLessThanOrEqual(4);
  await undecided();
  expect(await spendable([...group])).toBeLessThanOrEqual(4);
});

it('a student who ate and then says "No" has no free meal, and suspends nobody', async () => {
  const finn = await student('Finn');
  const eaters = [await student('Ruth', 1), await student('Rob', 1)];
  for (const eater of eaters) {
    const match = await handOver(eater, finn);
    ok(await rate(finn, match, YES));
    ok(await rate(eater, match, NO));
    expect(await me(eater)).toMatchObject({ credits: 0 });
  }
  expect(await me(finn)).toMatchObject({ strikes: { count: 0, suspendedUntil: null } });
});

it('a student who always says "No" gains no meal, however long the others wait', async () => {
  const ruth = await student('Ruth', 2);
  const others = [await student('Finn'), await student('Fred')];
  for (const other of others) ok(await rate(ruth, await handOver(ruth, other), NO));
  await undecided();
  expect(await me(ruth)).toMatchObject({ credits: 0, strikes: { count: 2 } });
  for (const other of others) expect(await me(other)).toMatchObject({ credits: 3, strikes: { count: 0 } });
});

it.each([
  ['one student alone', async () => Array<GivenStudent>(2).fill(await student('Liar'))],
  ['one student with two accounts of a mailbox', oneMailbox],
])('%s cannot suspend another', async (_, liars) => {
  const victim = await student('Vic');
  const denials = [];
  for (const liar of await liars()) denials.push({ liar, match: await accept(liar, await post(victim)) });
  expect(tally(await Promise.all(denials.map(({ liar, match }) => rate(liar, match, NO))))).toEqual({ 200: 2 });
  expect(await me(victim)).toMatchObject({ credits: 2, strikes: { count: 1, suspendedUntil: null } });
});

it('a requester is mailed at once that somebody claims to have handed the meal over, and can stop it', async () => {
  const liar = await student('Liar', 0);
  const victims = await atOnce(UNCONFIRMED_MATCHES_MAX_NEW, () => student('Vic'));
  for (const victim of victims) {
    const match = await handOver(victim, liar);
    await until('the mail with "It did not happen"', () =>
      shop.api.inbox.to(victim.email).some(({ text }) => text.includes(`/matches?rate=${match}`)),
    );
    ok(await rate(victim, match, NO));
  }
  expect(await me(liar)).toMatchObject({ credits: 0 });
});

it(`nobody earns more than ${UNCONFIRMED_MATCHES_MAX_NEW} meals of strangers unseen, however many accounts they have`, async () => {
  const accounts = await oneMailbox();
  for (let earned = 0; earned < UNCONFIRMED_MATCHES_MAX_NEW; earned++) {
    const liar = accounts[earned % 2]!;
    await complete(liar, await accept(liar, await shop.given.request()));
  }
  for (const liar of accounts) {
    const id = await accept(liar, await shop.given.request());
    expect(await as(liar).matches.complete({ params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'CONFIRMATION_PENDING' },
    });
  }
});

it(`nor by closing the account after the deadlines: the other meals go back`, async () => {
  const [liar] = await oneMailbox();
  const victims = await atOnce(UNCONFIRMED_MATCHES_MAX_NEW + 2, () => student('Vic', 1));
  for (const victim of victims) {
    const requestId = await post(victim);
    await accept(liar, requestId);
    await shop.api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = $1', [requestId]);
  }
  ok(await as(liar).account.deactivate({ body: { password: PASSWORD } }));
  const credits = await Promise.all(victims.map(async (victim) => (await me(victim)).credits));
  expect(credits.filter((left) => left === 0)).toHaveLength(UNCONFIRMED_MATCHES_MAX_NEW);
  expect(credits.filter((left) => left === 1)).toHaveLength(2);
});

it(`nor more than ${UNCONFIRMED_MATCHES_MAX} after others have confirmed ${TRUSTED_AFTER_STUDENTS}`, async () => {
  const accounts = await oneMailbox();
  for (let fed = 0; fed < TRUSTED_AFTER_STUDENTS; fed++) {
    const ruth = await student('Ruth');
    await complete(ruth, await accept(accounts[0], await post(ruth)));
  }
  for (let earned = 0; earned < UNCONFIRMED_MATCHES_MAX; earned++) {
    const liar = accounts[earned % 2]!;
    await complete(liar, await accept(liar, await shop.given.request()));
  }
  const requestId = await shop.given.request();
  for (const liar of accounts)
    expect(await as(liar).matches.accept({ body: { requestId } })).toMatchObject({
      status: 403,
      body: { code: 'TOO_MANY_OPEN_MATCHES' },
    });
});

it('nobody is mailed over and over by a student who accepts and releases', async () => {
  const [ruth, finn] = [await student('Ruth'), await student('Finn')];
  const requestId = await post(ruth);
  ok(await as(finn).matches.release({ params: { id: await accept(finn, requestId) } }));
  expect(await as(finn).matches.accept({ body: { requestId } })).toMatchObject({
    status: 409,
    body: { code: 'REQUEST_NOT_AVAILABLE' },
  });
});

it(`nor by one who takes turns with a second account: ${RELEASES_PER_DAY} releases a day, each request once`, async () => {
  const victim = await student('Vic', RELEASES_PER_DAY + 1);
  const [sam, again] = await oneMailbox();
  const release = (by: GivenStudent, id: string) => as(by).matches.release({ params: { id } });
  for (let released = 0; released < RELEASES_PER_DAY; released++) {
    const requestId = await post(victim);
    const [one, other] = released % 2 ? [sam, again] : [again, sam];
    ok(await release(one, await accept(one, requestId)));
    expect(await as(other).matches.accept({ body: { requestId } })).toMatchObject({
      body: { code: 'REQUEST_NOT_AVAILABLE' },
    });
  }
  const last = await accept(sam, await post(victim));
  expect(await release(sam, last)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
});

it('nobody reads the contacts of any number by closing one account after the other', async () => {
  const accounts = await oneMailbox();
  const third = await shop.given.student({ email: accounts[0].email.replace('@', '+2@') });
  for (const liar of accounts) {
    for (let count = 0; count < OPEN_MATCHES_MAX; count++) await accept(liar, await shop.given.request());
    ok(await as(liar).account.deactivate({ body: { password: PASSWORD } }));
  }
  const requestId = await shop.given.request();
  expect(await as(third).matches.accept({ body: { requestId } })).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS' },
  });
});

it(`nobody takes more than ${OPEN_MATCHES_MAX} of the open requests, and keeps the others from being fed`, async () => {
  const requests = await atOnce(OPEN_MATCHES_MAX + 1, () => shop.given.request());
  const greedy = await student('Greedy');
  const responses = await Promise.all(requests.map((requestId) => as(greedy).matches.accept({ body: { requestId } })));
  expect(tally(responses)).toEqual({ 201: OPEN_MATCHES_MAX, '403 TOO_MANY_OPEN_MATCHES': 1 });
});

describe('a new account', () => {
  const visitor = () => shop.api.client();
  const newPhone = () => `+1 617 555 ${randomInt(1000, 9999)}`;
  /** Registers and verifies an address. Returns the student with the credits that the account starts with. */
  async function register(email: string, phoneNumber: string): Promise<GivenStudent & { credits: number }> {
    const body = { name: 'Ada', email, password: PASSWORD, phoneNumber, rolePreference: 'both' as const };
    ok(await visitor().auth.register({ body }));
    const token = tokenIn(await shop.api.inbox.waitForMail(email, 'Verify'));
    const { user } = ok(await visitor().auth.verifyEmail({ params: { token } }));
    return { id: user!._id, email, institution: user!.institution, credits: user!.credits };
  }

  it('of the same mailbox starts without meals', async () => {
    const name = `ada${randomUUID()}`;
    const first = await register(`${name}@state.edu`, newPhone());
    expect(first.credits).toBe(2);
    ok(await as(first).account.deactivate({ body: { password: PASSWORD } }));
    expect((await register(`${name}+2@state.edu`, newPhone())).credits).toBe(0);
    expect((await register(`${name}+three@state.edu`, newPhone())).credits).toBe(0);
    expect((await register(`${randomUUID()}@state.edu`, newPhone())).credits).toBe(2);
  });

  /** Passes every meal to another student, so that closing the account brings none back. */
  async function spendAll(ada: GivenStudent): Promise<void> {
    for (let left = (await me(ada)).credits; left > 0; left--) await handOver(ada, await student('Fay', 0));
  }

  /** Spends bought meals, and has the bank take the money back. */
  async function owe(ada: GivenStudent): Promise<void> {
    const { intent } = await shop.paid(ada);
    await shop.deliver(shop.events());
    await spendAll(ada);
    shop.stripe.decideDispute(shop.stripe.dispute(intent).id, 'lost');
    await shop.deliver(shop.events('charge.dispute.created', 'charge.dispute.closed'));
    expect((await shop.credits(ada)).debt).toBeGreaterThan(0);
  }

  /** Spends a meal that its requester then denies. */
  async function takeUnseen(ada: GivenStudent): Promise<string> {
    const victim = await student('Vic');
    const match = await handOver(victim, ada);
    await spendAll(ada);
    ok(await rate(victim, match, NO));
    return match;
  }

  it.each([
    ['a debt', owe],
    ['a claim', takeUnseen],
  ])('of a mailbox with %s cannot spend, even after the account that owes it was closed', async (_, fall) => {
    const name = `ada${randomUUID()}`;
    const first = await register(`${name}@state.edu`, newPhone());
    const second = await register(`${name}+2@state.edu`, newPhone());
    await handOver(await student('Ruth'), second);
    await fall(first);
    const refusal = {
      status: 402,
      body: {
        code: 'MAILBOX_OWES_MEALS',
        message:
          'Another account of your mailbox owes meals. Earn them there before you post here, or ask your campus if it is closed.',
      },
    };
    expect(await as(second).requests.create({ body: inSixDays() })).toMatchObject(refusal);
    ok(await as(first).account.deactivate({ body: { password: PASSWORD } }));
    expect(await as(second).requests.create({ body: inSixDays() })).toMatchObject(refusal);
    expect(await me(second)).toMatchObject({ credits: 1 });
    await post(await student('Ruth')); // everybody else may
  });

  it('with a card debt pays none of it with a meal that its requester denies', async () => {
    const [ada, victim] = [await student('Ada'), await student('Vic')];
    await owe(ada);
    const { debt } = await shop.credits(ada);
    const match = await accept(ada, await post(victim));
    ok(await rate(ada, match, YES));
    const { credits } = await me(victim);
    ok(await rate(victim, match, NO));
    expect((await shop.credits(ada)).debt).toBe(debt);
    ok(await as(ada).ratings.concede({ params: { id: match } }));
    expect((await me(victim)).credits).toBe(credits + 1);
  });

  it('of a mailbox may spend again once the claim of the other account is settled', async () => {
    const name = `ada${randomUUID()}`;
    const first = await register(`${name}@state.edu`, newPhone());
    const second = await register(`${name}+2@state.edu`, newPhone());
    await handOver(await student('Ruth'), second);
    await takeUnseen(first);
    await handOver(await student('Ruth'), first);
    await post(second);
  });
});

it('a requester who closes the account after eating pays for the meal', async () => {
  const [ruth, finn] = [await student('Ruth'), await student('Finn')];
  await accept(finn, await post(ruth));
  await timePasses(shop.db.pool, { hours: 6 * 24 + 1 });
  ok(await as(ruth).account.deactivate({ body: { password: PASSWORD } }));
  expect(await me(finn)).toMatchObject({ credits: 3 });
});

it('meals that were bought, passed to a friend and taken back by the bank raise an alert about both', async () => {
  const friend = await student('Frida Friend');
  const buyer = await student('Bo Buyer', 0);
  const { intent } = await shop.paid(buyer);
  await shop.deliver(shop.events());
  for (let passed = 0; passed <= HANDOVER_ALERT_CREDITS; passed++)
    await complete(buyer, await accept(friend, await post(buyer)));
  shop.stripe.decideDispute(shop.stripe.dispute(intent).id, 'lost');
  await shop.deliver(shop.events('charge.dispute.created', 'charge.dispute.closed'));
  expect(await shop.credits(buyer)).toMatchObject({ debt: HANDOVER_ALERT_CREDITS + 1 });
  const alerts = await shop.alerts('meals-passed-on');
  expect(alerts).toHaveLength(1);
  for (const id of [buyer.id, friend.id]) expect(JSON.stringify(alerts[0])).toContain(id);
});

it('and the ledger is in order after all of this', () =>
  until('a clean audit', async () => !(await auditLedger(shop.db.pool)).length));
