import { expect, test } from '../support/test.js';

test('the footer leads everybody to help, privacy and safety', { tag: '@full' }, async ({ openAs, student }) => {
  for (const page of [await openAs(), await openAs(await student('Fay Foot'))]) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    for (const name of ['Help', 'Privacy', 'Safety']) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page).toHaveTitle(`${name} · SpareSwipe`);
    }
  }
});

test('the footer takes little room on a phone', { tag: '@full' }, async ({ openAs, student }) => {
  const page = await openAs(await student('Fay Small'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/messages');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText("Please check your meal plan's guest rules before you share a swipe.");
  await expect.poll(async () => (await footer.boundingBox())!.height).toBeLessThan(230);
});
