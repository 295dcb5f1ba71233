import type { Page } from '@playwright/test';
import { short } from '../support/levels.js';
import { endUndo } from '../support/campus.js';
import { setTextSize } from '../support/phone.js';
import { acceptedMatch, api, inHours, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ hasTouch: true });

const LONG = {
  mealDescription: 'Grilled chicken burrito bowl with rice, guacamole and salsa.',
  location: 'Arrillaga Family Dining Commons, second floor',
  description: 'Please bring it to the table by the window. '.repeat(11).trim(),
};

/** A student of this name with a next meal, its contact, and with requests and matches of every kind in the lists. */
async function busyStudent(name: string) {
  const [busy, other] = [await verifiedStudent('Busy', { name }), await verifiedStudent('Other', { name })];
  const { _id } = await postedRequest(busy, LONG);
  await api(busy.token).requests.cancel({ params: { id: _id } });
  for (const [asks, helps] of [
    [busy, other],
    [other, busy],
  ] as const) {
    const done = await acceptedMatch(helps, (await postedRequest(asks, LONG))._id);
    await api(helps.token).matches.complete({ params: { id: done._id } });
    for (const { token } of [asks, helps])
      await api(token).ratings.rate({
        params: { id: done._id },
        body: { followedThrough: true, score: 5, comment: 'W'.repeat(300) },
      });
    await acceptedMatch(helps, (await postedRequest(asks, LONG))._id);
  }
  await postedRequest(busy, { ...LONG, urgency: 'high', deadline: inHours(1.5) });
  for (const helper of [busy, other]) await endUndo(helper);
  return busy;
}

const VISITORS_SCREENS = ['/', '/register', '/login'];
const STUDENTS_SCREENS = [
  '/dashboard',
  '/requests?search=guacamole', // not what other tests have written
  '/matches',
  '/create-request',
  '/my-requests',
  '/purchase-meals',
  '/profile',
  '/messages',
  '/help',
  '/privacy',
  '/safety',
];
/** Widths with each size of the browser's font, in px. */
const ROOMS = [
  { width: 992, size: 24 },
  { width: 360, size: 32 },
  { width: 360, size: 24 },
  { width: 1280, size: 24 },
  { width: 992, size: 16 },
  { width: 992, size: 20 },
  ...[1024, 1100].flatMap((width) => [16, 20, 24].map((size) => ({ width, size }))),
].slice(0, short(2, { full: 12 }));

async function setRoom(page: Page, { width, size }: (typeof ROOMS)[number]) {
  await setTextSize(page, size);
  await page.setViewportSize({ width, height: 800 });
  // the list keeps its place, which may be below the top
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

/** Words of usual length that do not stay on one line; addresses may break. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      if (node.parentElement!.textContent.includes('@') || node.parentElement!.clientWidth === 1) continue;
      for (const { 0: word, index } of node.data.matchAll(/(?<!\p{L})\p{L}{3,12}(?!\p{L})/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  });

/** Px that the page is too wide, and the words of what reaches out of the header. */
const excess = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector('header')!;
    const { top, bottom } = header.getBoundingClientRect();
    const outside = [...header.querySelectorAll('*')].filter((element) => {
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility() || box.width <= 1 || box.height <= 1) return false;
      return box.left < 0 || box.right > window.innerWidth + 0.5 || box.top < top - 0.5 || box.bottom > bottom + 0.5;
    });
    return {
      overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      outside: outside.map((element) => element.textContent || element.outerHTML.slice(0, 80)),
    };
  });

async function expectRoom(page: Page, paths: string[], menuHas: string) {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    for (const room of ROOMS) {
      await setRoom(page, room);
      expect(await excess(page), `${path}, ${room.width} px, text of ${room.size} px`).toEqual({
        overflow: 0,
        outside: [],
      });
      expect(await brokenWords(page), `${path}, ${room.width} px, text of ${room.size} px`).toEqual([]);
    }
  }
  const lastQuick = page.getByRole('navigation', { name: 'Quick' }).getByRole('link').last();
  for (const room of ROOMS) {
    const where = `${room.width} px, text of ${room.size} px`;
    await setRoom(page, room);
    const menu = page.getByRole('button', { name: 'Open menu' });
    const isInMenu = await menu.isVisible();
    if (isInMenu) await menu.click();
    const last = page.getByRole('navigation', { name: 'Main' }).getByText(menuHas, { exact: true });
    const { x, y, width, height } = (await last.boundingBox())!;
    expect(x, where).toBeGreaterThanOrEqual(0);
    expect(x + width, where).toBeLessThanOrEqual(room.width);
    expect(y + height, where).toBeLessThanOrEqual(800);
    if (isInMenu) await page.getByRole('button', { name: 'Close menu' }).click();
    if (!(await lastQuick.isVisible())) continue;
    const quick = (await lastQuick.boundingBox())!;
    expect(quick.x + quick.width, where).toBeLessThanOrEqual(room.width);
  }
}

const NAMES = ['W'.repeat(50), 'Alex Rivera'];
for (const name of NAMES.slice(0, short(1, { full: 2 })))
  test(
    `header and screens of ${name.slice(0, 11)}, with filled lists, fit at any width and font size`,
    { tag: '@full' },
    async ({ openAs }) => {
      test.slow();
      const busy = await busyStudent(name);
      const page = await openAs(busy);
      await expectRoom(page, STUDENTS_SCREENS.slice(0, short(3, { full: 11 })), 'Logout');
      // as a reader may set it (WCAG 1.4.12)
      await setRoom(page, { width: 1280, size: 16 });
      await page.evaluate(() => {
        const spaced = new CSSStyleSheet();
        spaced.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
        document.adoptedStyleSheets.push(spaced);
      });
      expect((await excess(page)).overflow).toBe(0);
    },
  );

test('header and screens of visitors fit at any width and font size', { tag: '@full' }, async ({ openAs }) => {
  await expectRoom(await openAs(), VISITORS_SCREENS, 'Log in');
});
