import { createTestDatabase } from '../../../test/support/database.js';

it('every queue with a worker has its own dead letters', async () => {
  const db = await createTestDatabase();
  expect(await db.query('SELECT name, dead_letter FROM pgboss.queue ORDER BY name')).toEqual([
    { name: 'account-links', dead_letter: 'account-links-dead' },
    { name: 'account-links-dead', dead_letter: null },
    { name: 'mail', dead_letter: 'mail-dead' },
    { name: 'mail-dead', dead_letter: null },
    { name: 'push', dead_letter: 'push-dead' },
    { name: 'push-dead', dead_letter: null },
    { name: 'stripe-events', dead_letter: 'stripe-events-dead' },
    { name: 'stripe-events-dead', dead_letter: null },
  ]);
  await db.close();
});
