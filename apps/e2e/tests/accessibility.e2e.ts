import type { BrowserContext } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import type { Campus } from '../support/campus.js';
import { short } from '../support/levels.js';
import { screens, type Screen } from '../support/screens.js';
import { show } from '../support/show.js';
import { states } from '../support/states.js';
import { expect } from '../support/test.js';
import { testOnCampus as test } from '../support/test-on-campus.js';
import { expectValidHtml } from '../support/valid-html.js';

// no trace: each finding names its element, theme and width
test.use({ viewport: { width: 360, height: 800 }, contextOptions: { reducedMotion: 'reduce' }, trace: 'off' });

const all: Screen[] = [...screens, ...states].toSorted((a, b) => (a.as ?? '').localeCompare(b.as ?? ''));
const AT_ONCE = short(13, { full: 1 });
const groups = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, group) =>
  all.slice(group * AT_ONCE, (group + 1) * AT_ONCE),
);

for (const [group, ofGroup] of groups.entries()) {
  const name = short(`screens ${group * AT_ONCE + 1} to ${group * AT_ONCE + ofGroup.length}`, {
    full: ofGroup[0]!.name,
  });
  test(`${name}: accessible, valid HTML, and no wider than the window [spec §2.3]`, async ({ campus, openAs }) => {
    // the pages of one student share a browser context, which loads every script once
    const contexts = new Map<keyof Campus, BrowserContext>();
    for (const screen of ofGroup)
      await test.step(screen.name, async () => {
        const { as } = screen;
        const context = as && contexts.get(as);
        const page = context ? await context.newPage() : await openAs(as && campus[as]);
        if (as) contexts.set(as, page.context());
        await show(screen, page);
        const shown = page.url();
        await expectValidHtml(await page.content(), screen.name);
        await expectAccessible(page, screen.name);
        // else another screen was checked
        expect(page.url(), screen.name).toBe(shown);
        await page.context().setOffline(false);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.close();
      });
  });
}

test('every page that the build renders is valid HTML', async ({ request }) => {
  const paths = new Set(screens.map(({ path }) => path.replace(/\?.*/, '')));
  for (const path of paths) await expectValidHtml(await (await request.get(path)).text(), path);
});
