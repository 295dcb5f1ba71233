import type { Locator, Page, Route } from '@playwright/test';
import {
  doubleTap,
  expectStill,
  phoneOf,
  settled,
  SLOW_3G,
  slowDown,
  SLOWDOWNS,
  slower,
  watchShifts,
} from '../support/phone.js';
import { api, creditsOf, postedRequest } from '../support/students.js';
import { short } from '../support/levels.js';
import { expect, test } from '../support/test.js';

test.use({ hasTouch: true });

/** Holds back responses of such an address until the returned function is called. */
async function hold(page: Page, address: string | RegExp) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Holds back every script, as a bad network does for seconds, but for the small one that sets the color scheme. */
const withoutScripts = (page: Page) => hold(page, /\/assets\/(?!before-paint).*\.js/);

test('a form can be neither filled in nor sent before the script has loaded, so nothing is lost or put into the address', async ({
  page,
}) => {
  const release = await withoutScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await expect(email).toBeVisible();
  await email.click({ force: true });
  await page.keyboard.type('sam@state.edu');
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue('');
  await expect(page).toHaveURL(/\/login$/);
  release();
  await expect(email).toBeEditable();
  await email.fill('sam@state.edu');
  await expect(email).toHaveValue('sam@state.edu');
});

for (const path of short(['/', '/register'], { full: ['/', '/login', '/register', '/forgot-password'] }))
  test(`what is painted of ${path} stays in its place while the rest arrives`, async ({ openAs }) => {
    const place = async (arrived: (page: string) => string) => {
      const page = await openAs();
      await page.setViewportSize({ width: 360, height: 740 });
      await page.route(/\.js$/, (route) => route.abort());
      await page.route(path, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: arrived(await response.text()) });
      });
      await page.goto(path);
      return page.getByRole('heading', { level: 1 }).boundingBox();
    };
    const part = await place((page) => page.slice(0, page.indexOf('</h1>')));
    expect(part).not.toBeNull();
    expect(await place((page) => page)).toEqual(part);
  });

test(
  'the screens of visitors do not move while they load on a slow phone, in ten loads of each',
  { tag: '@full' },
  async ({ openAs }) => {
    for (const path of ['/', '/login', '/register'])
      for (let load = 1; load <= 10; load++) {
        const page = await openAs();
        await page.setViewportSize({ width: 360, height: 740 });
        await slowDown(page, 4);
        await page.goto(path);
        await watchShifts(page, { sinceLoad: true });
        await settled(page);
        // as much as nobody notices: the font may come late on a busy machine
        await expectStill(page, `load ${load} of ${path}`, 0.05);
        await page.context().close();
      }
  },
);

test(
  'while a slow search runs, the requests found before cannot be accepted',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [asks, helps] = [await student('Sol Asks'), await student('Sue Searches')];
    const meal = `Ramen for ${asks.email}`;
    await postedRequest(asks, { mealDescription: meal });
    const page = await openAs(helps);
    await page.goto(`/requests?search=${encodeURIComponent(meal)}`);
    const accept = page.getByRole('button', { name: 'Accept Request' });
    await expect(accept).toBeVisible();
    const { x, y, width, height } = (await accept.boundingBox())!;
    let accepted = 0;
    page.on('request', (call) => call.method() === 'POST' && call.url().endsWith('/api/matches') && accepted++);
    const release = await hold(page, '**/api/requests?*');
    await page.getByLabel('Search').fill('nothing like this');
    const list = page.locator('ul[aria-busy=true]');
    await expect(list).toBeVisible();
    await expect(list).toHaveCSS('opacity', '0.55');
    await page.mouse.click(x + width / 2, y + height / 2);
    release();
    await expect(list).toBeHidden();
    expect(accepted).toBe(0);
  },
);

for (const rate of [4, 20])
  test(
    `on slow 3G, a double tap on Accept takes one meal and moves nothing${slower(rate)}`,
    { tag: rate > 4 ? '@full' : [] },
    async ({ browser, student }) => {
      test.slow();
      const [asks, helps] = [await student('Sol Asks'), await student('Sue Slow')];
      const meal = `Pho for ${asks.email}`;
      for (const n of [1, 2]) await postedRequest(asks, { mealDescription: `${meal} ${n}` });
      const page = await phoneOf(browser, helps, `/requests?search=${encodeURIComponent(meal)}`, rate);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
      await watchShifts(page);
      await doubleTap(page, page.getByRole('button', { name: 'Accept Request' }).first(), 700);
      await expect(page.getByText("You're helping")).toHaveCount(1);
      await settled(page);
      await expectStill(page);
      await expect(page.getByRole('button', { name: 'Accept Request' })).toHaveCount(1);
      const mine = await api(helps.token).matches.mine({ query: {} });
      expect(mine.status === 200 && mine.body.pagination.total).toBe(1);
    },
  );

test(
  'opening a screen whose script is slow shows placeholders, and nothing moves when the screen appears',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Sky Skeleton'));
    await page.setViewportSize({ width: 360, height: 740 });
    const release = await hold(page, /matches-page/);
    await page.goto('/messages');
    await page.getByRole('link', { name: 'Your Matches' }).click();
    const loading = page.locator('main').getByRole('status');
    await expect(loading).toContainText('Loading...');
    await expect(loading.locator('.mantine-Skeleton-root').first()).toBeInViewport();
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => shifts.push((entry as unknown as { value: number }).value)),
      ).observe({ type: 'layout-shift' });
    });
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Your Matches' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No matches yet' })).toBeVisible();
    const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifted.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.02);
  },
);

test(
  'the dashboard takes the place of its placeholders: its numbers come at most two lines from where they were',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Sky Dashboard'));
    await page.setViewportSize({ width: 360, height: 740 });
    const release = await hold(page, '**/api/users/stats');
    await page.goto('/dashboard');
    const topOf = async (place: Locator) => (await place.boundingBox())!.y;
    // of the two actions, the four numbers and the two lists
    const placeholders = page.locator('[aria-busy=true] .mantine-Skeleton-root');
    await expect(placeholders).toHaveCount(14);
    const before = await topOf(placeholders.nth(2));
    release();
    const numbers = page.getByRole('list', { name: 'Your numbers' });
    await expect(numbers).toBeVisible();
    expect(Math.abs((await topOf(numbers)) - before)).toBeLessThanOrEqual(48);
  },
);

test('a screen shows before the script of its dialogs has loaded, and a dialog asked for meanwhile opens once it has', async ({
  openAs,
  student,
}) => {
  const mia = await student('Mia Early');
  await postedRequest(mia);
  const page = await openAs(mia);
  const release = await hold(page, /overlays-/);
  await page.goto('/my-requests');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel request' }).click();
  await expect(page.getByText('Request cancelled successfully')).toBeVisible();
});

test(
  'a screen stays if the script of its dialogs cannot be fetched, and reloads for the first dialog',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const noa = await student('Noa Nowhere');
    await postedRequest(noa);
    const page = await openAs(noa);
    const script = /overlays-/;
    await page.route(script, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => script.test(request.url()));
    await page.goto('/my-requests');
    await failed;
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await settled(page);
    await expect(page.getByRole('article')).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.unroute(script);
    // Chromium keeps a failed script, so only a reload fetches it again
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await reloaded;
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test(
  'a visitor whose connection is lost before the first letter is told so at the press, and registers later',
  { tag: '@full' },
  async ({ openAs }) => {
    const page = await openAs();
    await page.goto('/register');
    await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled();
    await page.context().setOffline(true);
    const press = async () => {
      await page.getByLabel('Password', { exact: true }).fill('Sunny-Day1');
      await page.getByRole('button', { name: 'Create account' }).click();
    };
    await page.getByLabel('Full name').fill('Wanda Wifi');
    await page.getByLabel('Email').fill(`wanda${Date.now()}@state.edu`);
    await page.getByLabel('Phone number').fill('+1 203 555 0100');
    await press();
    await expect(page.getByRole('alert')).toContainText('We could not reach SpareSwipe.');
    await page.context().setOffline(false);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Create account' }).click();
    await reloaded;
    await press();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  },
);

for (const rate of SLOWDOWNS)
  test(
    `on slow 3G, a screen begins with placeholders, and nothing moves when it appears${slower(rate)}`,
    { tag: '@full' },
    async ({ openAs, student }) => {
      test.slow();
      const page = await openAs(await student('Sky Slow'));
      await page.setViewportSize({ width: 360, height: 740 });
      // if the browser is set to save data, no screen loads before it is opened
      await page.addInitScript(() =>
        Object.defineProperty(Reflect.get(navigator, 'connection'), 'saveData', { value: true }),
      );
      await page.goto('/dashboard');
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await slowDown(page, rate);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.emulateNetworkConditions', SLOW_3G);

      for (const [link, heading] of [
        ['Create', 'Create Request'],
        ['Me', 'Profile'],
        ['2 Meals', 'Purchase Meals'],
        ['Talk to your match', 'Messages Coming Soon'],
      ] as const) {
        const release = await hold(page, /-page-/);
        await page.getByRole('link', { name: link, exact: true }).click();
        const loading = page.locator('main').getByRole('status');
        await expect(loading).toContainText('Loading...');
        await expect(loading.locator('.mantine-Skeleton-root').first()).toBeInViewport();
        await watchShifts(page);
        release();
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 60_000 });
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 60_000 });
        await expectStill(page, heading);
      }
    },
  );

/** Does this to the next call of a route, and leaves the later ones alone. */
const once = (page: Page, path: string, handle: (route: Route) => Promise<void>) => {
  let isDone = false;
  return page.route(path, (route) => {
    if (isDone) return route.fallback();
    isDone = true;
    return handle(route);
  });
};

/** Loses the next response of a route: the server has processed the call, but the browser gets a network error. */
const loseResponse = (page: Page, path: string) =>
  once(page, path, async (route) => {
    await route.fetch();
    await route.abort();
  });

test(
  'a request whose response is lost is posted and paid once, and shown as a success [spec §8.24]',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const lena = await student('Lena Lost');
    const page = await openAs(lena);
    await page.goto('/create-request');
    await page.getByLabel('What food').fill('Pad thai');
    await page.getByLabel('Store').fill('Arrillaga Dining');
    await loseResponse(page, '**/api/requests');
    await page.getByRole('button', { name: 'Create Request' }).click();
    await expect(page.getByText('Request created successfully! 1 meals remaining')).toBeVisible();
    await expect(page).toHaveURL(/\/my-requests$/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByText('Failed to create request')).toBeHidden();
    expect(await creditsOf(lena)).toBe(1);
  },
);

test(
  'a request that hangs is posted once, even if the page is reloaded and the button pressed again',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const rosa = await student('Rosa Reload');
    const page = await openAs(rosa);
    await page.goto('/create-request');
    await page.getByLabel('What food').fill('Pad thai');
    await page.getByLabel('Store').fill('Arrillaga Dining');
    let reached = () => {};
    const isPosted = new Promise<void>((resolve) => (reached = resolve));
    await once(page, '**/api/requests', async (route) => {
      await route.fetch();
      // the response never reaches the page
      reached();
    });
    await page.getByRole('button', { name: 'Create Request' }).click();
    await isPosted;
    await page.reload();
    await expect(page.getByText('We do not know yet whether this request was posted.')).toBeVisible();
    await expect(page.getByLabel('What food')).toHaveValue('Pad thai');
    await page.getByRole('button', { name: 'Create Request' }).click();
    await expect(page).toHaveURL(/\/my-requests$/);
    await expect(page.getByRole('article')).toHaveCount(1);
    expect(await creditsOf(rosa)).toBe(1);
  },
);

test('an accept whose response is lost creates one match, and is shown as a success [spec §8.22]', async ({
  openAs,
  student,
}) => {
  const [grace, finn] = [await student('Grace Given'), await student('Finn Faraway')];
  const meal = `Ramen for ${grace.email}`;
  await postedRequest(grace, { mealDescription: meal });
  const page = await openAs(finn);
  await page.goto(`/requests?search=${encodeURIComponent(meal)}`);
  await loseResponse(page, '**/api/matches');
  await page.getByRole('button', { name: 'Accept Request' }).click();
  await expect(page.getByText('Request accepted! Contact information has been shared via email.')).toBeVisible();
  await expect(page.getByText('Failed to accept request')).toBeHidden();
  await page.goto('/matches');
  await expect(page.getByRole('article')).toHaveCount(1);
  expect([await creditsOf(grace), await creditsOf(finn)]).toEqual([1, 2]);
});
