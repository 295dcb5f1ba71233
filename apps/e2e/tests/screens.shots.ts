import { COLOR_SCHEMES, WIDTHS } from '../support/accessibility.js';
import { screens } from '../support/screens.js';
import { show } from '../support/show.js';
import { states } from '../support/states.js';
import { testOnCampus as test } from '../support/test-on-campus.js';

for (const screen of [...screens, ...states])
  test(screen.name, async ({ campus, openAs }) => {
    const page = await openAs(screen.as && campus[screen.as]);
    await show(screen, page);
    for (const colorScheme of COLOR_SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const file = `${screen.name.replace(/\W+/g, '-')}.${colorScheme}.${width}.png`;
        await page.screenshot({ path: `shots/${file}`, fullPage: true, animations: 'disabled' });
      }
    }
  });
