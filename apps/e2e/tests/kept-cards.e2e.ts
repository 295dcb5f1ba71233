import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { short } from '../support/levels.js';
import { endUndo } from '../support/campus.js';
import {
  doubleTap,
  expectStill,
  movableTime,
  phoneOf,
  settled,
  slowDown,
  SLOWDOWNS,
  slower,
  watchShifts,
} from '../support/phone.js';
import { api, inHours, postedRequest, verifiedStudent, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

/** This many open requests that a search for the word finds, each by another student, and a helper. */
async function open(count: number) {
  const word = `dal${randomUUID().slice(0, 8)}`;
  for (let asked = 0; asked < count; asked++) {
    const by = await verifiedStudent(`Asker ${asked}`);
    await postedRequest(by, { mealDescription: `${word} ${asked}`, deadline: inHours(3) });
  }
  return { path: `/requests?search=${word}`, helper: await verifiedStudent('Hal Helper') };
}

const acceptButtons = (page: Page) => page.getByRole('button', { name: 'Accept Request' });
const kept = (page: Page) => page.getByText("You're helping");
const acceptedBy = async (student: Student) => {
  const mine = await api(student.token).matches.mine({ query: { status: 'accepted' } });
  return mine.status === 200 ? mine.body.pagination.total : -1;
};

// a phone 20 times slower may need all of the 10 s of Undo for the two taps
for (const rate of SLOWDOWNS.filter((times) => times < 20)) {
  test(
    `a double tap on Undo takes back one accept, and moves nothing${slower(rate)}`,
    { tag: '@full' },
    async ({ browser }) => {
      test.slow();
      const { path, helper } = await open(3);
      for (const gap of short([300], { full: [0, 300, 900] })) {
        const page = await phoneOf(browser, helper, path);
        await acceptButtons(page).first().tap();
        await expect(kept(page)).toBeVisible();
        await settled(page);
        await watchShifts(page);
        // the slowest phone would need the 10 s of Undo only to settle
        await slowDown(page, rate);
        await doubleTap(page, page.getByRole('button', { name: /^Undo/ }), gap);
        await expect(page.getByText('You took this back. Somebody else can help.')).toBeVisible();
        await settled(page);
        expect(await acceptedBy(helper), `${gap} ms`).toBe(0);
        await expectStill(page, `${gap} ms`);
        await page.context().close();
      }
    },
  );
}

test('Undo counts from the press: a late response neither prolongs it nor lets it come too late', async ({
  browser,
}) => {
  const { path, helper } = await open(1);
  const page = await phoneOf(browser, helper, path);
  const passTime = await movableTime(page);
  await page.route('**/api/matches', async (route) => {
    const response = await route.fetch();
    await passTime(4000);
    await route.fulfill({ response });
  });
  await page.evaluate(() =>
    addEventListener('click', () => Object.assign(window, { pressedAt: Date.now() }), { once: true, capture: true }),
  );
  await acceptButtons(page).first().tap();
  await expect(kept(page)).toBeVisible();
  const undo = page.getByRole('button', { name: /^Undo/ });
  await expect(undo).toBeVisible();
  const passed = await page.evaluate(() => Date.now() - (Reflect.get(window, 'pressedAt') as number));
  expect(passed).toBeGreaterThanOrEqual(4000);
  await passTime(Math.max(0, 9300 - passed));
  // counted from the response, it would stay for 4 s more
  await expect(undo).toBeHidden({ timeout: 3000 });
});

test(
  'an Undo that a slow network delivers too late says that the other student gets an email',
  { tag: '@full' },
  async ({ browser }) => {
    const { path, helper } = await open(1);
    const page = await phoneOf(browser, helper, path);
    await page.route('**/api/matches/*/release', async (route) => {
      await endUndo(helper);
      await route.continue();
    });
    await acceptButtons(page).first().tap();
    await expect(kept(page)).toBeVisible();
    await settled(page);
    await page.getByRole('button', { name: /^Undo/ }).tap();
    await expect(page.getByText(/^Undo came too late: Asker gets an email/)).toBeVisible();
    expect(await acceptedBy(helper)).toBe(0);
  },
);

test(
  'a press on another card right after an accept counts, and so does the same place a second later',
  { tag: '@full' },
  async ({ browser }) => {
    const { path, helper } = await open(2);
    const page = await phoneOf(browser, helper, path);
    await acceptButtons(page).first().tap();
    // both are on the screen: a press after scrolling may meet the place of the first one
    await page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: / 1$/ }) })
      .getByRole('button', { name: 'Accept Request' })
      .tap();
    await expect(kept(page)).toHaveCount(2);
    await settled(page);
    const undo = page.getByRole('button', { name: /^Undo/ }).first();
    await undo.tap();
    await expect(page.getByText('You took this back. Somebody else can help.')).toBeVisible();
    await expect.poll(() => acceptedBy(helper)).toBe(1);
  },
);
