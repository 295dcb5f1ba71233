import { short } from '../support/levels.js';
import { expect } from '../support/test.js';
import { screens } from '../support/screens.js';
import { testAtTill as test } from '../support/till.js';

test('no screen calls a third party, except that the purchase page calls Stripe [spec §7.2 §7.8]', async ({
  student,
  atTill,
  till,
}) => {
  const page = await atTill(await student('Thea Third'), '/');
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http')) asked.add(origin);
  });
  const paths = new Set(screens.map(({ path }) => path));
  for (const path of short(new Set(['/', '/dashboard', '/requests']), { full: paths }))
    if (path !== '/purchase-meals') {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    }
  expect([...asked]).toEqual([till.origin]);
  await page.goto('/purchase-meals');
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect([...asked]).toEqual([till.origin, 'https://js.stripe.com']);
});
