import { expectAccessible } from '../support/accessibility.js';
import { screens } from '../support/screens.js';
import { show } from '../support/show.js';
import { states } from '../support/states.js';
import { testOnCampus as test } from '../support/test-on-campus.js';
import { expectValidHtml } from '../support/valid-html.js';

// no trace: each finding names its element, theme and width
test.use({ contextOptions: { reducedMotion: 'reduce' }, trace: 'off' });

for (const screen of [...screens, ...states])
  test(`${screen.name}: is accessible in both themes, at every width [spec §2.3]`, async ({ campus, openAs }) => {
    const page = await openAs(screen.as && campus[screen.as]);
    await show(screen, page);
    await expectValidHtml(await page.content(), screen.name);
    await expectAccessible(page, screen.name);
  });

test('every page that the build renders is valid HTML', async ({ request }) => {
  const paths = new Set(screens.map(({ path }) => path.replace(/\?.*/, '')));
  for (const path of paths) await expectValidHtml(await (await request.get(path)).text(), path);
});
