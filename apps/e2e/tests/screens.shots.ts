import { screens } from '../support/screens.js';
import { expect, testOnCampus as test } from '../support/test-on-campus.js';

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const { name, path, as, heading } of screens)
      test(name, async ({ campus, openAs }) => {
        const page = await openAs(as && campus[as]);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          const file = `${name.replace(/\W+/g, '-')}.${colorScheme}.${width}.png`;
          await page.screenshot({ path: `shots/${file}`, fullPage: true, animations: 'disabled' });
        }
      });
  });
