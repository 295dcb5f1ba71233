import type { Page } from '@playwright/test';
import { brokenWords, overflow, setTextSize, settled } from '../support/phone.js';
import { acceptedMatch, api, postedRequest } from '../support/students.js';
import { expect, test } from '../support/test.js';

const PHONE = { width: 360, height: 740 };
test.use({ viewport: PHONE, hasTouch: true });

const dialog = (page: Page) => page.getByRole('dialog');

test('Back closes a dialog with its page, and only its button opens it again', async ({ openAs, student }) => {
  const mia = await student('Mia Back');
  await postedRequest(mia);
  const page = await openAs(mia);
  await page.goto('/messages');
  await expect(page.getByRole('heading', { level: 1, name: 'Messages Coming Soon' })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'My Requests' }).click();
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await cancel.click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages Coming Soon' })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await page.goForward();
  await expect(cancel).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  await cancel.click();
  await expect(dialog(page)).toBeVisible();
  await page.reload();
  await expect(cancel).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/messages$/);
});

test('Escape closes a dialog, leaves the page and returns the focus', { tag: '@full' }, async ({ openAs, student }) => {
  const mia = await student('Mia Escape');
  await postedRequest(mia);
  const page = await openAs(mia);
  await page.goto('/my-requests');
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await cancel.click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(cancel).toBeFocused();
  await expect(page).toHaveURL(/\/my-requests$/);
});

test(
  'Back undoes a "yes" in a dialog that leads to another screen in one step',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const broke = await student('Bo Leaves');
    await postedRequest(broke);
    await postedRequest(broke);
    const page = await openAs(broke);
    await page.goto('/create-request');
    await page.getByLabel('What food').fill('Ramen');
    await page.getByLabel('Store').fill('Lakeside');
    await page.getByRole('button', { name: 'Create Request' }).click();
    await dialog(page).getByRole('button', { name: 'Yes, see packages' }).click();
    await expect(page).toHaveURL(/\/purchase-meals$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/create-request$/);
    await page.goForward();
    await expect(page).toHaveURL(/\/purchase-meals$/);
  },
);

test('a rating can be sent without scrolling, after Yes and after No, and survives Back [spec §2.63]', async ({
  openAs,
  student,
}) => {
  const [asks, helps] = [await student('Ada Asks'), await student('Hal Helps')];
  await acceptedMatch(helps, (await postedRequest(asks))._id);
  const page = await openAs(helps);
  await page.goto('/matches');
  await page.getByRole('button', { name: 'Rate & Report Issues' }).click();
  for (const answer of ['No', 'Yes']) {
    await dialog(page).getByRole('radio', { name: answer, exact: true }).check();
    await expect(dialog(page).getByRole('button', { name: 'Submit Rating' })).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  }
  // nor is a No sent without the sight of what it does, on a small phone too
  await page.setViewportSize({ width: 320, height: 640 });
  await dialog(page).getByRole('radio', { name: 'No', exact: true }).check();
  const warned = (await dialog(page).getByText('Ada Asks will get a strike').boundingBox())!;
  const submit = (await dialog(page).getByRole('button', { name: 'Submit Rating' }).boundingBox())!;
  expect(warned.y + warned.height).toBeLessThan(submit.y);
  // Back closes it, and keeps what is typed
  await dialog(page).getByLabel('Comment (optional)').fill('Thank you, Ada');
  await page.goBack();
  await page.goto('/matches');
  await page.getByRole('button', { name: 'Rate & Report Issues' }).click();
  await expect(dialog(page).getByLabel('Comment (optional)')).toHaveValue('Thank you, Ada');
});

test(
  'the offline notice is visible at the end of a long form too, moves nothing and covers no field',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Olga Offline'));
    await page.goto('/create-request');
    await page.getByLabel('Details').scrollIntoViewIfNeeded();
    await page.getByLabel('Details').focus();
    const details = await page.getByLabel('Details').boundingBox();
    await page.context().setOffline(true);
    const notice = page.getByText('You are offline.');
    await expect(notice).toBeInViewport({ ratio: 1 });
    expect(await page.getByLabel('Details').boundingBox()).toEqual(details);
    const bottomOf = async (field: string) => {
      const box = (await page.getByLabel(field).boundingBox())!;
      return box.y + box.height;
    };
    for (const field of ['What food', 'Store', 'Deadline date', 'Deadline time', 'Details']) {
      await page.getByLabel(field).focus();
      await expect
        .poll(async () => (await notice.boundingBox())!.y - (await bottomOf(field)), { message: field })
        .toBeGreaterThanOrEqual(0);
    }
  },
);

test(
  'screens load while nothing else does, and then open at once, with a connection or without',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Rhea Freewheel'));
    const last = page.waitForResponse(/profile-page/);
    await page.goto('/messages');
    await (await last).finished();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Your Matches' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your Matches' })).toBeVisible();
  },
);

test('a screen whose script could not be fetched loads by itself when the browser is online again', async ({
  openAs,
  student,
}) => {
  const page = await openAs(await student('Rhea Covers'));
  const script = /matches-page/;
  await page.route(script, (route) => route.abort()); // otherwise it would have loaded already, while the browser was idle
  await page.goto('/messages');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  await page.unroute(script);
  await page.getByRole('link', { name: 'Your Matches' }).click();
  await expect(page.getByRole('heading', { name: 'This screen did not load' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Matches' })).toBeVisible();
});

test('the paging buttons of a list are readable', { tag: '@full' }, async ({ openAs, student }) => {
  const mia = await student('Paige Turner');
  for (let posted = 0; posted < 6; posted++) {
    const request = await postedRequest(mia);
    await api(mia.token).requests.cancel({ params: { id: request._id } });
  }
  const page = await openAs(mia);
  await page.goto('/profile');
  for (const name of ['Previous', 'Next']) {
    const button = page.getByRole('button', { name });
    await expect(button).toBeVisible();
    const isCut = await button
      .locator('.mantine-Button-label')
      .evaluate((label) => label.scrollWidth > label.clientWidth);
    expect(isCut, name).toBe(false);
  }
});

test(
  'a long name makes neither the open menu nor the profile wider than the phone',
  { tag: '@full' },
  async ({ openAs, student }) => {
    for (const name of ['Maria Alejandra Hernandez Rodriguez', 'M'.repeat(50)]) {
      const page = await openAs(await student(name));
      await page.goto('/profile');
      // until the script runs, the page does not react to taps
      await expect(page.getByRole('region', { name: 'About you' }).getByText(name, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('link', { name })).toBeVisible();
      expect(await overflow(page), name).toBeLessThanOrEqual(0);
    }
  },
);

test('an email too long for one line breaks before its @', { tag: '@full' }, async ({ openAs, student }) => {
  const mia = await student('Mia With A Long Address');
  const page = await openAs(mia);
  await page.goto('/profile');
  const lines = await page
    .getByRole('region', { name: 'About you' })
    .getByText(mia.email)
    .evaluate((email) => {
      const domain = document.createRange();
      domain.selectNodeContents(email.lastChild!);
      return domain.getClientRects().length;
    });
  expect(lines).toBe(1);
});

test('the labels of dialog buttons fit on one line', { tag: '@full' }, async ({ openAs, student }) => {
  const [asks, helps] = [await student('Ann Asks'), await student('Hank Helps')];
  await acceptedMatch(helps, (await postedRequest(asks))._id);
  await postedRequest(asks);
  const page = await openAs(asks);
  const expectOneLine = async (names: string[]) => {
    for (const name of names) {
      const label = dialog(page).getByRole('button', { name, exact: true }).locator('.mantine-Button-label');
      const lines = await label.evaluate((words) => {
        const text = document.createRange();
        text.selectNodeContents(words);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      expect(lines, name).toBe(1);
    }
  };
  await page.goto('/matches');
  await page.getByRole('button', { name: 'Rate & Report Issues' }).click();
  await expectOneLine(['Cancel', 'Submit Rating']);
  await page.goto('/create-request');
  await page.getByLabel('What food').fill('Ramen');
  await page.getByLabel('Store').fill('Lakeside');
  await page.getByRole('button', { name: 'Create Request' }).click();
  await expectOneLine(['Not now', 'Yes, see packages']);
  await page.goto('/my-requests');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectOneLine(['Keep request', 'Yes, cancel request']);
});

test(
  'the selected tab is fully visible, also after the phone is turned upright',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Tara Turns'));
    await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    await page.goto('/my-requests?status=expired');
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
  },
);

test(
  'text at 150 % breaks only between words, and the bar stays one row',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Lara Large'));
    for (const [size, width] of [
      [24, PHONE.width],
      [24, 320],
      [16, 320],
    ] as const) {
      const where = `text of ${size} px on ${width} px`;
      await setTextSize(page, size);
      await page.setViewportSize({ ...PHONE, width });
      await page.goto('/dashboard');
      await expect(page.getByRole('link', { name: '2 Meals' })).toBeVisible();
      for (const name of ['Create Request', 'Browse Requests']) {
        expect(await brokenWords(page.getByRole('heading', { name }).getByRole('link')), where).toEqual([]);
      }
      const home = (await page.getByRole('link', { name: 'SpareSwipe home' }).boundingBox())!;
      const burger = (await page.getByRole('button', { name: 'Open menu' }).boundingBox())!;
      expect(burger.y, where).toBeLessThan(home.y + home.height);
      expect(await overflow(page), where).toBeLessThanOrEqual(0);
    }
  },
);

test(
  'text at 200 % is neither cut, broken nor out of sight on the narrowest phones',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [asks, helps] = [await student('Benjamin Asks'), await student('Lara Larger')];
    const match = await acceptedMatch(helps, (await postedRequest(asks))._id);
    await api(helps.token).matches.complete({ params: { id: match._id } });
    const more = await student('Mia More');
    for (const food of ['Pho 320', 'Pho 360']) await postedRequest(more, { mealDescription: food });
    for (const width of [320, 360]) {
      const where = `on ${width} px`;
      const [stranger, page, own] = [await openAs(), await openAs(helps), await openAs(asks)];
      for (const one of [stranger, page, own]) {
        await one.setViewportSize({ width, height: 640 });
        await setTextSize(one, 32);
      }
      await stranger.goto('/login');
      await expect(stranger.getByRole('contentinfo')).toBeVisible();
      expect.soft(await overflow(stranger), where).toBeLessThanOrEqual(0);

      await page.goto('/create-request');
      await page.getByRole('button', { name: 'Tomorrow lunch' }).click();
      for (const label of ['Deadline date', 'Deadline time']) {
        const lacking = await page.getByLabel(label).evaluate((input: HTMLInputElement) => {
          const given = input.offsetWidth;
          input.style.width = 'max-content';
          return input.offsetWidth - given;
        });
        expect.soft(lacking, `${label} ${where}`).toBeLessThanOrEqual(0);
      }

      await page.getByRole('button', { name: 'Menu' }).click();
      expect.soft(await overflow(page), `menu ${where}`).toBeLessThanOrEqual(0);

      await own.goto('/my-requests');
      await expect(own.getByRole('tab', { name: /^All/ })).toBeVisible();
      expect.soft(await own.evaluate(() => window.scrollY), where).toBe(0);

      await page.goto('/matches');
      await page.getByRole('button', { name: 'Rate Experience' }).last().click();
      await dialog(page).getByRole('radio', { name: 'No', exact: true }).check();
      const warning = dialog(page).getByText(/will get a strike/);
      const isInSight = warning.evaluate((words) => {
        const { x, y, height } = words.getBoundingClientRect();
        return words.contains(document.elementFromPoint(x + 4, y + height / 2));
      });
      expect.soft(await isInSight, where).toBe(true);
      expect.soft(await brokenWords(dialog(page).getByRole('heading').first()), where).toEqual([]);

      await page.goto(`/requests?search=Pho+${width}`);
      await page.getByRole('button', { name: 'Accept Request' }).click();
      const toast = page.getByText('Request accepted! Contact information has been shared via email.');
      await expect(toast).toBeVisible();
      for (const words of [toast, page.getByText('Undo gives the request back.')])
        expect.soft(await brokenWords(words), where).toEqual([]);
      await page.goto('/matches');
      await page.getByRole('button', { name: 'Mark Complete' }).click();
      await expect(page.getByText('You fed Mia')).toBeInViewport({ ratio: 1 });

      // enlarged by a style, which no media query sees
      await setTextSize(page, 16);
      for (const path of ['/dashboard', '/matches', '/my-requests', '/requests', '/profile', '/purchase-meals']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await settled(page);
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
        expect.soft(await overflow(page), `${path} ${where}`).toBeLessThanOrEqual(0);
        const me = page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Me' });
        await expect.soft(me, `${path} ${where}`).toBeInViewport({ ratio: 1 });
        if (path !== '/matches') continue;
        await page.getByRole('button', { name: 'Rate Experience' }).first().click();
        await dialog(page).getByRole('radio', { name: 'No', exact: true }).check();
        const sideways = await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect.soft(sideways, `dialog ${where}`).toBeLessThanOrEqual(0);
      }
    }
  },
);
