import { HANDOVER_ALERT_CREDITS, HANDOVER_ALERT_DAYS } from '@spareswipe/contract';
import { ok } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { newId } from '../../platform/common/ids.js';

const { api, given } = await startCampus();

const student = (name: string) => given.student({ name, credits: 30 });
const match = async (ruth: GivenStudent, finn: GivenStudent) =>
  given.match({ of: await given.request({ by: ruth }), by: finn });
const received = async (ruth: GivenStudent, id: string) => ok(await api.as(ruth).matches.complete({ params: { id } }));
const pass = async (ruth: GivenStudent, finn: GivenStudent, count: number) => {
  for (let credit = 0; credit < count; credit++) await received(ruth, (await match(ruth, finn)).id);
};
/** Meals bought by card a number of days ago. */
async function buy({ id: studentId }: GivenStudent, daysAgo = 0): Promise<void> {
  const orderId = newId();
  await api.db.inTransaction(async (client) => {
    await client.query(
      `INSERT INTO orders (id, student_id, package_id, credits, amount_cents, currency, state, payment_intent_id, paid_at, livemode)
       VALUES ($1, $2, 'large', 25, 9999, 'usd', 'paid', $3, now(), false)`,
      [orderId, studentId, `pi_${orderId}`],
    );
    await client.query('SELECT ledger.purchase_credits($1, $2, 25)', [orderId, studentId]);
  });
  if (daysAgo)
    await api.db.inTransaction(async (client) => {
      await client.query('ALTER TABLE ledger.transfers DISABLE TRIGGER transfers_append_only');
      await client.query(
        `UPDATE ledger.transfers SET created_at = created_at - make_interval(days => $2) WHERE order_id = $1`,
        [orderId, daysAgo],
      );
      await client.query('ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_append_only');
    });
}
const alertsAbout = async ({ id }: GivenStudent) =>
  (await api.logs()).filter((line) => line.alert === 'meals-passed-on' && line.buyer === id);

it('alerts operators once, with both ids and no name, when a buyer passes more than five meals to one student', async () => {
  const [ruth, finn] = [await student('Ruth'), await student('Finn')];
  await buy(ruth);
  await pass(ruth, finn, HANDOVER_ALERT_CREDITS);
  expect(await alertsAbout(ruth)).toEqual([]);
  await pass(ruth, finn, 2);
  expect(await alertsAbout(ruth)).toMatchObject([{ level: 40, buyer: ruth.id, fulfiller: finn.id }]);
  expect(JSON.stringify(await api.logs())).not.toMatch(/Ruth|Finn/);
});

it('counts all accounts of a mailbox together, on both sides', async () => {
  const campus = `${newId()}.edu`;
  const account = (address: string) => given.student({ credits: 30, email: `${address}@${campus}` });
  const [buyer, again] = [await account('ruth'), await account('ruth+1')];
  const [finn, also] = [await account('finn'), await account('finn+1')];
  await buy(buyer);
  await pass(buyer, finn, HANDOVER_ALERT_CREDITS - 1);
  await pass(again, also, 1);
  expect([...(await alertsAbout(buyer)), ...(await alertsAbout(again))]).toEqual([]);
  await pass(again, finn, 1);
  expect(await alertsAbout(again)).toMatchObject([{ fulfiller: finn.id }]);
});

it('alerts once when the meals are passed on at the same moment', async () => {
  const [ruth, finn] = [await student('Ruth'), await student('Finn')];
  await buy(ruth);
  const matches = [];
  for (let credit = 0; credit < HANDOVER_ALERT_CREDITS + 3; credit++) matches.push(await match(ruth, finn));
  await Promise.all(matches.map(({ id }) => received(ruth, id)));
  expect(await alertsAbout(ruth)).toHaveLength(1);
});

it('raises no alert for students who bought nothing, bought it earlier, or passed the meals to several others', async () => {
  const [poor, early, kind] = [await student('Poor'), await student('Early'), await student('Kind')];
  const [finn, fay] = [await student('Finn'), await student('Fay')];
  await buy(early, HANDOVER_ALERT_DAYS);
  await buy(kind);
  for (const ruth of [poor, early]) await pass(ruth, finn, HANDOVER_ALERT_CREDITS + 1);
  for (const fulfiller of [finn, fay]) await pass(kind, fulfiller, HANDOVER_ALERT_CREDITS - 1);
  for (const ruth of [poor, early, kind]) expect(await alertsAbout(ruth)).toEqual([]);
});

it('does not count what was given before the purchase', async () => {
  const [ruth, finn] = [await student('Ruth'), await student('Finn')];
  await pass(ruth, finn, HANDOVER_ALERT_CREDITS);
  await buy(ruth);
  await pass(ruth, finn, HANDOVER_ALERT_CREDITS);
  expect(await alertsAbout(ruth)).toEqual([]);
  await pass(ruth, finn, 1);
  expect(await alertsAbout(ruth)).toHaveLength(1);
});
