import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { short } from '../support/levels.js';
import { expectAccessible } from '../support/accessibility.js';
import { letExpire } from '../support/campus.js';
import { overflow, phoneOf, settled, SLOWDOWNS, slower } from '../support/phone.js';
import {
  acceptedMatch,
  api,
  inHours,
  logIn,
  origin,
  postedRequest,
  registered,
  somebody,
  verifiedStudent,
} from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const food = (page: Page) => page.getByLabel('What food would you like?');
const resume = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

test('what a student has written survives buying meals, a reload and a lost session', async ({ openAs, student }) => {
  const writer = await student('Dora Draft');
  // without meals the form offers the way to buy some
  for (let posted = 0; posted < 2; posted++) await postedRequest(writer);
  const page = await openAs(writer);
  await page.goto('/create-request');
  await food(page).fill('Pad thai');
  await page.getByRole('button', { name: 'Tomorrow lunch' }).click();
  await page.getByRole('link', { name: 'Buy more meals' }).click();
  await expect(page).toHaveURL(/\/purchase-meals$/);
  await page.goBack();
  await expect(page.getByText('Continue your draft?')).toBeVisible();
  await expectAccessible(page, 'the offer of a draft');
  await resume(page);
  await expect(food(page)).toHaveValue('Pad thai');
  await expect(page.getByLabel('Deadline time')).toHaveValue('14:00');

  await page.getByLabel('Store or dining hall').fill('Lakeside');
  await page.getByLabel('Details').scrollIntoViewIfNeeded();
  await page.reload();
  await expect(page.getByText('Continue your draft?')).toBeInViewport({ ratio: 1 });
  // it covers nothing while the form is filled in, nor after that
  await page.getByLabel('Details').fill('No peanuts');
  await expect(page.getByText('Continue your draft?')).not.toBeInViewport();
  await page.getByLabel('Details').blur();
  await expect(page.getByText('Continue your draft?')).not.toBeInViewport();
  await resume(page);
  await expect(page.getByLabel('Store or dining hall')).toHaveValue('Lakeside');

  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${writer.token}` } });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, writer);
  await expect(page).toHaveURL(/\/create-request$/);
  await resume(page);
  await expect(food(page)).toHaveValue('Pad thai');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Pad thai');
});

test(
  'a shared link leads through log-in to its request, and later says that it was accepted',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [ana, ben] = [await student('Ana Asks'), await student('Ben Helps')];
    const { _id } = await postedRequest(ana, { mealDescription: 'Shared ramen' });
    const page = await openAs();
    await page.goto(`/requests?open=${_id}`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Log in to see this request')).toBeVisible();
    await expect(page.getByText('Someone at Stanford University would like dinner')).toBeVisible();
    await expect(page.getByText('Ana Asks')).toBeHidden();
    await expectAccessible(page, 'the log-in for a shared request');
    await logIn(page, ben);
    await expect(page).toHaveURL(new RegExp(`/requests\\?open=${_id}$`));
    const panel = page.getByRole('region', { name: 'Shared with you' });
    await expect(panel.getByRole('heading', { name: 'Shared ramen' })).toBeVisible();
    await expect(panel.getByRole('button', { name: /^Accept/ })).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page, 'a shared request');
    const carl = await student('Carl Quick');
    await acceptedMatch(carl, _id);
    await page.reload();
    await expect(panel.getByText('This request is no longer open')).toBeVisible();
    // no id, but the name of another route
    await page.goto('/requests?open=my');
    await expect(panel.getByText('This request is no longer open')).toBeVisible();
    expect((await api(ben.token).requests.one({ params: { id: 'soup' } })).status).toBe(404);
    // its two students see their own side of it
    for (const [mine, side] of [
      [ana, 'You requested'],
      [carl, 'You fulfilled'],
    ] as const) {
      const own = await openAs(mine);
      await own.goto(`/requests?open=${_id}`);
      await expect(own.getByRole('region', { name: 'Shared with you' }).getByText(side)).toBeVisible();
    }
  },
);

test(
  'a link shows messengers the campus, the meal and the deadline, and nothing of the student',
  { tag: '@full' },
  async ({ student }) => {
    const ana = await student('Ana Private');
    const { _id } = await postedRequest(ana, {
      mealDescription: 'Secret soup',
      location: 'Hidden Hall',
      description: 'Me',
    });
    const html = async (id: string) => (await fetch(`${origin()}/requests?open=${id}`)).text();
    const preview = await html(_id);
    expect(preview).toContain('content="Someone at Stanford University would like dinner"');
    expect(preview).toMatch(/<meta property="og:description" content="By \w+day, [^"]+\?">/);
    expect(preview).toMatch(/<meta property="og:image" content="http[^"]+\/og\.png">/);
    for (const secret of ['Ana', 'Secret', 'Hidden', ana.email, ana.phoneNumber]) expect(preview).not.toContain(secret);
    await api(ana.token).requests.cancel({ params: { id: _id } });
    expect(await html(_id)).toBe(await html('unknown'));
  },
);

test(
  'a link opened without an account waits on the dashboard of the student who registers for it',
  { tag: '@full' },
  async ({ page, student }) => {
    const { _id } = await postedRequest(await student('Ana Asks'), { mealDescription: 'Ramen for a newcomer' });
    await page.goto(`/requests?open=${_id}`);
    await expect(page.getByText('Log in to see this request')).toBeVisible();
    const nora = somebody('Nora New');
    const link = await registered(nora);
    await page.goto(link);
    await expect(page).toHaveURL(/\/dashboard$/);
    const offer = page.getByRole('region', { name: 'Shared with you' });
    await expect(offer).toBeVisible();
    await expectAccessible(page, 'the dashboard with a shared request');
    await offer.getByRole('link', { name: 'See request' }).click();
    await expect(offer.getByRole('heading', { name: 'Ramen for a newcomer' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('list', { name: 'Your numbers' })).toBeVisible();
    await expect(offer).toBeHidden();
  },
);

test(
  '"I\'m at the hall" shows the requests of the next hour and a half at this place, in one press once it is chosen',
  { tag: '@full' },
  async ({ openAs }) => {
    const campus = `hall${Date.now()}.edu`;
    const [ana, eva, ben] = await Promise.all(
      ['ana', 'eva', 'ben'].map((name) => verifiedStudent(name, { email: `${name}@${campus}` })),
    );
    await postedRequest(ana!, { mealDescription: 'Later lasagne', location: 'Corner Hall' });
    const anas = await openAs(ana);
    await anas.goto('/create-request');
    await food(anas).fill('Soon soup');
    await anas.getByLabel('Store or dining hall').fill('Corner Hall');
    await anas.getByRole('button', { name: 'In 1 hour' }).tap();
    await anas.getByRole('button', { name: 'Create Request' }).tap();
    await expect(anas).toHaveURL(/\/my-requests$/);
    const page = await openAs(ben);
    await page.goto('/requests?campus=mine');
    const hall = page.getByRole('button', { name: "I'm at the hall" });
    const corner = page.getByRole('button', { name: /^Corner Hall/ });
    const soup = page.getByRole('heading', { name: 'Soon soup' });
    await expect(page.getByRole('article').first()).toBeVisible();
    const before = await hall.boundingBox();
    await hall.tap();
    await corner.tap();
    await expect(corner).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
    // a second press undoes the first, and does nothing else
    expect(await hall.boundingBox()).toMatchObject({ x: before!.x, y: before!.y });
    await expect(page).toHaveURL(/location=Corner\+Hall&withinMinutes=90/);
    await expect(soup).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Later lasagne' })).toBeHidden();
    await page.reload();
    await expect(soup).toBeVisible();
    expect((await corner.boundingBox())!.height).toBeGreaterThanOrEqual(44);

    // the next day there are two places, and this one is remembered
    await postedRequest(eva!, { mealDescription: 'Near noodles', location: 'North Hall', deadline: inHours(0.75) });
    await page.goto('/requests');
    await hall.click();
    await expect(corner).toHaveAttribute('aria-pressed', 'true');
    await expect(soup).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Near noodles' })).toBeHidden();
    await page.getByRole('button', { name: /^North Hall/ }).click();
    await expect(page.getByRole('heading', { name: 'Near noodles' })).toBeVisible();
    await expect(soup).toBeHidden();
  },
);

for (const rate of SLOWDOWNS)
  test(
    `a phone offers the places of the campus, counts "1 Meal", and says that cancelling returns it${slower(rate)}`,
    { tag: '@full' },
    async ({ browser }) => {
      test.slow();
      const campus = `asks${randomUUID().slice(0, 8)}.edu`;
      const named = (name: string) => verifiedStudent(name, { email: `${name}@${campus}` });
      const [ana, ...others] = await Promise.all(['ana', 'eva', 'ben', 'kim'].map(named));
      for (const other of others) await postedRequest(other, { location: 'Corner Hall' });
      const page = await phoneOf(browser, ana!, '/requests', rate);
      await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Create' }).tap();
      const store = page.getByLabel('Store or dining hall');
      await expect
        .poll(() => store.evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map((o) => o.value)))
        .toEqual(['Corner Hall']);
      await food(page).fill('Dal');
      await store.fill('Corner Hall');
      await page.getByRole('button', { name: 'Tomorrow lunch' }).tap();
      await page.getByRole('button', { name: 'Create Request' }).tap();
      await expect(page).toHaveURL(/\/my-requests$/);
      const meals = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Meals?$/ });
      await expect(meals).toHaveText('1 Meal');
      await settled(page); // a press just after a list has changed is ignored
      await page.getByRole('button', { name: 'Cancel', exact: true }).tap();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('Are you sure you want to cancel this request?');
      await expect(dialog.getByText('Your meal comes back to you at once.')).toBeInViewport({ ratio: 1 });
      await dialog.getByRole('button', { name: 'Yes, cancel request' }).tap();
      await expect(meals).toHaveText('2 Meals');
    },
  );

const OVER = ['expired', 'cancelled', 'completed'] as const;
for (const over of short(OVER.slice(0, 1), { full: [...OVER] }))
  test(
    `"Ask again" on a request that is ${over} fills the form with it, with a deadline ahead`,
    { tag: '@full' },
    async ({ openAs, student }) => {
      const ana = await student('Ana Again');
      const { _id } = await postedRequest(ana, { mealDescription: 'Dal', location: 'Lakeside', urgency: 'high' });
      if (over === 'expired') await letExpire(ana, _id);
      if (over === 'cancelled') await api(ana.token).requests.cancel({ params: { id: _id } });
      if (over === 'completed') {
        const match = await acceptedMatch(await student('Ben Helps'), _id);
        await api(ana.token).matches.complete({ params: { id: match._id } });
      }
      const page = await openAs(ana);
      await page.goto(`/my-requests?status=${over}`);
      await page.getByRole('link', { name: 'Ask again' }).click();
      await expect(page.getByLabel('What food would you like?')).toHaveValue('Dal');
      await page.getByRole('button', { name: 'Tomorrow lunch' }).click();
      await page.getByRole('button', { name: 'Create Request' }).click();
      await expect(page).toHaveURL(/\/my-requests$/);
      const mine = await api(ana.token).requests.mine({ query: { status: 'active' } });
      expect(mine.body).toMatchObject({
        requests: [{ mealDescription: 'Dal', location: 'Lakeside', urgency: 'high', mealPeriod: 'lunch' }],
      });
    },
  );
