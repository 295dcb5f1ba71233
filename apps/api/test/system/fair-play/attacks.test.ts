import { randomUUID } from 'node:crypto';
import { OPEN_MATCHES_MAX, UNCONFIRMED_MATCHES_MAX_NEW } from '@spareswipe/contract';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { exchangesIn, NO, YES } from '../../support/exchanges.js';
import { atOnce, ok } from '../../support/responses.js';
import { PASSWORD, type GivenStudent } from '../../support/given.js';
import { lunch } from '../../support/lunch.js';
import { openShop } from '../../support/shop.js';

/**
 * Attacks by one person with several accounts, or with meals that were bought. Each worked before the rules of
 * docs/fair-play.md; other attacks stand with the rule that ended them.
 */

const { api, given, ...shop } = await openShop();
const { me, rate, complete } = exchangesIn(api);
afterEach(async () => expect(await auditLedger(api.db.pool)).toEqual([]));
afterAll(() => shop.close());

/** Two accounts of one person. */
const oneMailbox = async () => {
  const mailbox = randomUUID();
  return [
    await given.student({ email: `${mailbox}@state.edu`, credits: 0 }),
    await given.student({ email: `${mailbox}+1@state.edu`, credits: 0 }),
  ] as const;
};
const post = (by: GivenStudent) => api.as(by).requests.create({ body: lunch() });
const close = async (by: GivenStudent) => ok(await api.as(by).account.deactivate({ body: { password: PASSWORD } }));

it(`nobody earns more than ${UNCONFIRMED_MATCHES_MAX_NEW} meals of strangers unseen, however many accounts they have`, async () => {
  const accounts = await oneMailbox();
  for (let earned = 0; earned < UNCONFIRMED_MATCHES_MAX_NEW; earned++)
    await given.completed({ by: accounts[earned % 2] });
  for (const liar of accounts)
    expect(await complete(liar, (await given.match({ by: liar })).id)).toMatchObject({
      status: 409,
      body: { code: 'CONFIRMATION_PENDING' },
    });
});

it(`nor by closing the account after the deadlines: the other meals go back`, async () => {
  const liar = await given.student();
  const taken = await atOnce(UNCONFIRMED_MATCHES_MAX_NEW + 2, async () =>
    given.match({ of: await given.request({ by: await given.student({ credits: 1 }) }), by: liar }),
  );
  const ids = taken.map(({ requestId }) => requestId);
  await api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = ANY ($1)', [ids]);
  await close(liar);
  const credits = await Promise.all(taken.map(async ({ requesterId: id }) => (await me({ id })).credits));
  expect(credits.filter((left) => left === 0)).toHaveLength(UNCONFIRMED_MATCHES_MAX_NEW);
  expect(credits.filter((left) => left === 1)).toHaveLength(2);
});

it('nobody reads the contacts of any number by closing one account after the other', async () => {
  const accounts = await oneMailbox();
  const third = await given.student({ email: accounts[0].email.replace('@', '+2@') });
  for (const liar of accounts) {
    await atOnce(OPEN_MATCHES_MAX, () => given.match({ by: liar }));
    await close(liar);
  }
  const requestId = await given.request();
  expect(await api.as(third).matches.accept({ body: { requestId } })).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS' },
  });
});

describe('an account', () => {
  /** Passes every meal to other students, so that closing the account brings none back. */
  async function spendAll(ada: GivenStudent): Promise<void> {
    for (let left = (await me(ada)).credits; left > 0; left--)
      await given.completed({ of: await given.request({ by: ada }) });
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
  async function takeUnseen(ada: GivenStudent): Promise<void> {
    const { id, requesterId } = await given.completed({ by: ada });
    await spendAll(ada);
    ok(await rate({ id: requesterId }, id, NO));
  }

  it.each([
    ['a debt', owe],
    ['a claim', takeUnseen],
  ])('of a mailbox with %s cannot spend, even after the account that owes it was closed', async (_, fall) => {
    const [first, second] = await oneMailbox();
    await given.completed({ by: second });
    await fall(first);
    const refusal = {
      status: 402,
      body: {
        code: 'MAILBOX_OWES_MEALS',
        message:
          'Another account of your mailbox owes meals. Earn them there before you post here, or ask your campus if it is closed.',
      },
    };
    expect(await post(second)).toMatchObject(refusal);
    await close(first);
    expect(await post(second)).toMatchObject(refusal);
    expect(await me(second)).toMatchObject({ credits: 1 });
    ok(await post(await given.student())); // everybody else may
  });

  it('of a mailbox may spend again once the claim of the other account is settled', async () => {
    const [first, second] = await oneMailbox();
    await given.completed({ by: second });
    await takeUnseen(first);
    await given.completed({ by: first });
    ok(await post(second));
  });

  it('with a card debt pays none of it with a meal that its requester denies', async () => {
    const [ada, victim] = [await given.student(), await given.student()];
    await owe(ada);
    const { debt } = await shop.credits(ada);
    const { id } = await given.match({ of: await given.request({ by: victim }), by: ada });
    ok(await rate(ada, id, YES));
    const { credits } = await me(victim);
    ok(await rate(victim, id, NO));
    expect((await shop.credits(ada)).debt).toBe(debt);
    ok(await api.as(ada).ratings.concede({ params: { id } }));
    expect((await me(victim)).credits).toBe(credits + 1);
  });
});
