import { ok } from '../../../test/support/responses.js';
import { openShop } from '../../../test/support/shop.js';
import { until } from '../../../test/support/until.js';

const shop = await openShop();
afterAll(() => shop.close());

it('logs an unexpected database fault, and continues when it is over', async () => {
  const student = await shop.given.student();
  const intent = await shop.begin(student);
  shop.stripe.pay(intent);
  await shop.db.query('ALTER TABLE pgboss.job RENAME TO job_away');
  await until('the log of what failed', async () =>
    JSON.stringify(await shop.api.logs()).includes('relation \\"pgboss.job\\" does not exist'),
  );
  await shop.db.query('ALTER TABLE pgboss.job_away RENAME TO job');
  await shop.deliver(shop.events());
  expect(await shop.credits(student)).toMatchObject({ available: 14 });
  ok(await shop.api.client().auth.forgotPassword({ body: { email: student.email } }));
  await shop.api.inbox.waitForMail(student.email, 'password');
});
