import { HANDOVER_ALERT_CREDITS } from '@spareswipe/contract';
import { atOnce } from '../../test/support/responses.js';
import type { GivenStudent } from '../../test/support/given.js';
import { openShop } from '../../test/support/shop.js';
import { newId } from '../platform/common/ids.js';

const shop = await openShop();
afterAll(() => shop.close());

/** A student without meals, by default with a mailbox of their own. */
const student = (name: string, address?: string) =>
  shop.given.student({ name, credits: 0, ...(address && { email: address }) });

const pass = (by: GivenStudent, fulfiller: GivenStudent, count: number) =>
  atOnce(count, async () => shop.given.completed({ of: await shop.given.request({ by }), by: fulfiller }));

async function buy(buyer: GivenStudent): Promise<string> {
  const { intent } = await shop.paid(buyer);
  await shop.deliver(shop.eventsOf(intent));
  return intent;
}

async function refund(intent: string): Promise<void> {
  const delivered = shop.eventsOf(intent).length;
  shop.stripe.refund(intent);
  await shop.deliver(shop.eventsOf(intent).slice(delivered));
}

const alertsAbout = async ({ id }: GivenStudent) =>
  (await shop.alerts('meals-passed-on')).filter(({ buyer }) => buyer === id);

it('alerts operators, with both ids and no name, when a payment goes back after more than five meals went to one student', async () => {
  const [ruth, finn] = [await student('Ruth'), await student('Finn')];
  const intent = await buy(ruth);
  await pass(ruth, finn, HANDOVER_ALERT_CREDITS + 1);
  expect(await alertsAbout(ruth)).toEqual([]);
  await refund(intent);
  expect(await alertsAbout(ruth)).toMatchObject([{ level: 40, buyer: ruth.id, fulfiller: finn.id }]);
  expect(JSON.stringify(await shop.api.logs())).not.toMatch(/Ruth|Finn/);
});

it('counts all accounts of a mailbox together, on both sides, and alerts when the bank takes a payment back, too', async () => {
  const campus = `${newId()}.edu`;
  const [buyer, again] = [await student('Ruth', `ruth@${campus}`), await student('Ruth', `ruth+1@${campus}`)];
  const [finn, also] = [await student('Finn', `finn@${campus}`), await student('Finn', `finn+1@${campus}`)];
  const intent = await buy(buyer);
  await buy(again);
  await pass(buyer, finn, HANDOVER_ALERT_CREDITS);
  await pass(again, also, 1);
  shop.stripe.decideDispute(shop.stripe.dispute(intent).id, 'lost');
  await shop.deliver(shop.eventsOf(intent, 'charge.dispute.created', 'charge.dispute.closed'));
  expect(await alertsAbout(buyer)).toMatchObject([{ fulfiller: also.id }]);
});

it.each(['before', 'after'])('counts meals that went to claims decided %s the purchase, too', async (when) => {
  const many = HANDOVER_ALERT_CREDITS + 1;
  const [ruth, finn] = [await shop.given.student({ credits: many }), await student('Finn')];
  const denied = await pass(ruth, finn, many);
  await pass(finn, await student('Fay'), many);
  const forEach = async (sql: string) => {
    for (const { id } of denied) await shop.db.query(sql, [id]);
  };
  const decide = () => forEach(`SELECT ledger.decide_dispute($1, 'requester', 'time', NULL)`);
  await forEach('SELECT ledger.open_dispute($1)');
  if (when === 'before') await decide();
  const intent = await buy(finn);
  if (when === 'after') await decide();
  await refund(intent);
  expect(await alertsAbout(finn)).toMatchObject([{ fulfiller: ruth.id }]);
});

it('raises no alert where no bought meal is missing, or where each student got at most five of them', async () => {
  const many = HANDOVER_ALERT_CREDITS + 1;
  const [saver, kind] = [await shop.given.student({ credits: many }), await shop.given.student({ credits: many })];
  const [finn, fay] = [await student('Finn'), await student('Fay')];
  await pass(kind, finn, many); // before the purchase
  const intents = [await buy(saver), await buy(kind)];
  await pass(saver, finn, many);
  for (const fulfiller of [finn, fay]) await pass(kind, fulfiller, HANDOVER_ALERT_CREDITS);
  for (const intent of intents) await refund(intent);
  expect(await shop.credits(kind)).toMatchObject({ debt: 2 * HANDOVER_ALERT_CREDITS });
  for (const buyer of [saver, kind]) expect(await alertsAbout(buyer)).toEqual([]);
});
