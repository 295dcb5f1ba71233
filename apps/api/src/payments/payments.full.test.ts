import { openShop } from '../../test/support/shop.js';

it('Stripe is called again when it does not respond within 10 seconds', async () => {
  const shop = await openShop();
  const student = await shop.given.student();
  shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'delay', milliseconds: 60_000 });
  const started = performance.now();
  expect(await shop.begin(student)).toMatch(/^pi_/);
  expect(performance.now() - started).toBeGreaterThan(9_900);
  expect(performance.now() - started).toBeLessThan(30_000);
  await shop.close();
});
