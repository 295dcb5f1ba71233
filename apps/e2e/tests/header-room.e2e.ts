import { expect, test } from '../support/test.js';

const SCREENS = [
  '/dashboard',
  '/requests',
  '/create-request',
  '/my-requests',
  '/matches',
  '/purchase-meals',
  '/profile',
];

for (const name of ['Alex Rivera', 'W'.repeat(50)])
  test(`header and screens of ${name.slice(0, 11)} fit at any width and font size`, async ({ openAs, student }) => {
    const page = await openAs(await student(name));
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.enable');
    for (const size of [16, 20, 24])
      for (const width of [992, 1024, 1100, 1280]) {
        const where = `${width} px, text of ${size} px`;
        await browser.send('Page.setFontSizes', { fontSizes: { standard: size } });
        await page.setViewportSize({ width, height: 800 });
        // the header is the same on every screen, so one is enough where only the width changes
        for (const path of width === 1024 ? SCREENS : SCREENS.slice(0, 1)) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow, `${path}, ${where}`).toBeLessThanOrEqual(0);
        }
        const menu = page.getByRole('button', { name: 'Open menu' });
        if (await menu.isVisible()) await menu.click();
        const { x, y, width: wide, height } = (await page.getByRole('button', { name: 'Logout' }).boundingBox())!;
        expect(x, where).toBeGreaterThanOrEqual(0);
        expect(x + wide, where).toBeLessThanOrEqual(width);
        expect(y + height, where).toBeLessThanOrEqual(800);
      }
  });

test('every screen fits on a phone with large text', async ({ openAs, student }) => {
  for (const [by, paths] of [
    [await student('Alex Rivera'), SCREENS],
    [undefined, ['/', '/register', '/login']],
  ] as const) {
    const page = await openAs(by);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.enable');
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  }
});
