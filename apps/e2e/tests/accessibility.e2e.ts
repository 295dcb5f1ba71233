import { expectAccessible } from '../support/accessibility.js';
import { screens } from '../support/screens.js';
import { show } from '../support/show.js';
import { states } from '../support/states.js';
import { testOnCampus as test } from '../support/test-on-campus.js';

// what is found is told with its place, theme and width: a trace would only take longer
test.use({ contextOptions: { reducedMotion: 'reduce' }, trace: 'off' });

for (const screen of [...screens, ...states])
  test(`${screen.name}: can be read and used by everybody, in both themes, at every width [spec §2.3]`, async ({
    campus,
    openAs,
  }) => {
    const page = await openAs(screen.as && campus[screen.as]);
    await show(screen, page);
    await expectAccessible(page, screen.name);
  });
