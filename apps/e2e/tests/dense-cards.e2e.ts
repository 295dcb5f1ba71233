import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { short } from '../support/levels.js';
import { overflow, phoneOf, setTextSize, SLOWDOWNS, slower } from '../support/phone.js';
import { acceptedMatch, inHours, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

const PHONE = { width: 360, height: 740 };
const LONG = 'Please bring it to the table by the window. '.repeat(11).trim();
const cards = (page: Page) => page.getByRole('article');

/** Cards that are visible from edge to edge, above the bottom bar. */
const wholeCards = async (page: Page) => {
  await expect(cards(page).first()).toBeVisible();
  const bottom = (await page.getByRole('navigation', { name: 'Quick' }).boundingBox())!.y;
  const boxes = await Promise.all((await cards(page).all()).map((card) => card.boundingBox()));
  return boxes.filter((box) => box!.y + box!.height <= bottom).length;
};

for (const { kind, hours, rate } of [
  ...SLOWDOWNS.map((rate) => ({ kind: 'requests', hours: 4, rate })),
  ...short([], { full: [{ kind: 'urgent requests', hours: 1.4, rate: 4 }] }),
]) {
  test(`the first screen of Browse shows two ${kind}${slower(rate)}`, async ({ browser }) => {
    // requests of the own campus come first
    const [asks, helps] = [
      await verifiedStudent('Ana Lopez', { email: `ana.${randomUUID()}@dense.edu` }),
      await verifiedStudent('Ben Carter', { email: `ben.${randomUUID()}@dense.edu` }),
    ];
    const deadline = inHours(hours);
    await postedRequest(asks, { mealDescription: 'Veggie burrito', mealPeriod: 'breakfast', deadline });
    await postedRequest(asks, { mealDescription: 'Pad thai', deadline });
    const page = await phoneOf(browser, helps, '/requests', rate);
    expect(await wholeCards(page)).toBeGreaterThanOrEqual(2);
    const bar = (await page.getByRole('banner').boundingBox())!;
    const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
    expect(heading.y - bar.y - bar.height, 'room above the heading').toBeGreaterThanOrEqual(16);
    for (const label of ['Search', 'Meal period', 'Urgency', 'My campus'])
      await expect(page.getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 });
  });
}

test(
  'the first screen of Browse shows two Accept buttons, also with long texts and details',
  { tag: '@full' },
  async ({ openAs }) => {
    // a short name: late in the evening "Tomorrow at" leaves room for no long one on its line
    const campus = `l${randomUUID().slice(0, 5)}.edu`;
    const named = (name: string) => verifiedStudent(name, { email: `${randomUUID()}@${campus}`, name });
    const [long, short, helps] = [
      await named('Maximiliane Oberhuber-Dia'),
      await named('Ana Lopez'),
      await named('Ben Carter'),
    ];
    await postedRequest(long, {
      mealDescription: 'Grilled chicken burrito bowl with rice, guacamole and salsa.',
      location: 'Arrillaga Family Dining Commons, 2nd fl.',
      description: LONG,
      deadline: inHours(1.5),
      urgency: 'high',
    });
    await postedRequest(short, { mealPeriod: 'breakfast' });
    const page = await openAs(helps);
    await page.setViewportSize(PHONE);
    await page.goto('/requests');
    await expect(cards(page).nth(1).getByRole('heading', { name: 'Pad thai' })).toBeVisible();
    expect(await wholeCards(page)).toBeGreaterThanOrEqual(2);
    // the words of the filters are not cut off, on a small phone either
    for (const width of [320, PHONE.width]) {
      await page.setViewportSize({ ...PHONE, width });
      for (const label of ['Search', 'Meal period', 'Urgency'])
        expect(
          await page.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement | HTMLSelectElement) => {
            const words = document.createElement('span');
            words.textContent = 'placeholder' in field ? field.placeholder : field.selectedOptions[0]!.text;
            words.style.font = getComputedStyle(field).font;
            document.body.append(words);
            const { width } = words.getBoundingClientRect();
            words.remove();
            const { paddingLeft, paddingRight } = getComputedStyle(field);
            return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
          }),
          `room in ${label} at ${width} px`,
        ).toBeGreaterThanOrEqual(0);
    }
  },
);

test(
  'the first screen of My Requests shows two requests that nobody has accepted',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const asks = await student('Ana Lopez');
    await postedRequest(asks, { description: LONG });
    await postedRequest(asks, { mealDescription: 'Grilled chicken' });
    const page = await openAs(asks);
    await page.setViewportSize(PHONE);
    await page.goto('/my-requests');
    await expect(cards(page)).toHaveCount(2);
    expect(await wholeCards(page)).toBe(2);
  },
);

test('a card says everything, and long details unfold', { tag: '@full' }, async ({ openAs, student }) => {
  const asks = await student('Ana Lopez');
  await postedRequest(asks, { mealDescription: 'Soup', description: LONG });
  const page = await openAs(asks);
  await page.setViewportSize(PHONE);
  await page.goto('/my-requests');
  const card = cards(page).first();
  for (const text of [
    'Dinner',
    'Active',
    'Medium Priority',
    'Flexible timing',
    'Arrillaga Dining',
    'Deadline',
    'Created',
    LONG,
  ])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  const folded = (await card.boundingBox())!.height;
  const more = card.getByRole('button', { name: 'More' });
  expect((await more.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await more.click();
  await expect(card.getByRole('button', { name: 'Less' })).toHaveAttribute('aria-expanded', 'true');
  expect((await card.boundingBox())!.height).toBeGreaterThan(folded + 100);
});

test('short details have nothing to unfold', { tag: '@full' }, async ({ openAs, student }) => {
  const asks = await student('Ana Lopez');
  await postedRequest(asks, { mealDescription: 'Soup', description: 'Hot, please' });
  const page = await openAs(asks);
  await page.setViewportSize(PHONE);
  await page.goto('/my-requests');
  await expect(page.getByText('Hot, please')).toBeVisible();
  await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0);
});

test(
  'the longest names, foods and details fit on cards of the narrowest phone, at any text size',
  { tag: '@full' },
  async ({ openAs }) => {
    const texts = { mealDescription: 'W'.repeat(150), location: 'M'.repeat(100), description: 'W'.repeat(500) };
    const asks = await verifiedStudent('Long', { name: 'W'.repeat(50) });
    const helps = await verifiedStudent('Right', { name: 'مها '.repeat(12).trim() });
    await acceptedMatch(helps, (await postedRequest(asks, texts))._id);
    await postedRequest(asks, { ...texts, deadline: inHours(23.9), urgency: 'high' });
    for (const student of [asks, helps]) {
      const page = await openAs(student);
      for (const size of [16, 24]) {
        await setTextSize(page, size);
        await page.setViewportSize({ ...PHONE, width: 320 });
        for (const path of ['/requests', '/my-requests', '/matches']) {
          await page.goto(path);
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          expect(await overflow(page), `${path}, text of ${size} px`).toBeLessThanOrEqual(0);
          const cut = await page.$$eval(
            'article',
            (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
          );
          expect(cut, `${path}, text of ${size} px`).toBe(0);
        }
      }
    }
  },
);
