import { expectAccessible } from '../support/accessibility.js';
import { screens } from '../support/screens.js';
import { expect, testOnCampus as test } from '../support/test-on-campus.js';

const widths = [360, 768, 1280];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    for (const { name, path, as, heading } of screens)
      test(`${name} can be read and used by everybody, at every width`, async ({ campus, openAs }) => {
        const page = await openAs(as && campus[as]);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await expectAccessible(page, `${name}, ${width} px, ${colorScheme}`);
        }
      });
  });
}
