import type { Locator } from '@playwright/test';
import { acceptedMatch, inHours, postedRequest, somebody, verifiedStudent } from '../support/students.js';
import { overflow } from '../support/phone.js';
import { expect, test } from '../support/test.js';

/** The right edges of an element's text and of its last letter. */
const ends = (words: Locator) =>
  words.evaluate((element) => {
    const letters: Text[] = [];
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) letters.push(walk.currentNode as Text);
    const reach = (set: (range: Range) => void) => {
      const range = document.createRange();
      set(range);
      return Math.round(range.getBoundingClientRect().right);
    };
    const last = letters.at(-1)!;
    return {
      all: reach((range) => range.selectNodeContents(element)),
      last: reach((range) => {
        range.setStart(last, last.length - 1);
        range.setEnd(last, last.length);
      }),
    };
  });

test(
  'a right-to-left name does not reorder the text around it, and a long word does not widen the page',
  { tag: '@full' },
  async ({ openAs }) => {
    const lior = await verifiedStudent('Lior', { name: 'ליאור (כהן)' });
    const word = 'ש'.repeat(100);
    const email = somebody('Noor').email.replace('cs.stanford', 'n'.repeat(60));
    const noor = await verifiedStudent('Noor', { name: `نور ${'ن'.repeat(46)}`, email });
    // the earliest deadline, so that it is on the first page
    const asks = { mealDescription: word, location: word, description: `${word} 12:30?`, deadline: inHours(0.6) };
    await acceptedMatch(noor, (await postedRequest(lior, asks))._id);
    await postedRequest(lior, asks);
    for (const student of [lior, noor]) {
      const page = await openAs(student);
      await page.setViewportSize({ width: 360, height: 740 });
      for (const path of ['/dashboard', '/requests', '/my-requests', '/matches', '/profile']) {
        await page.goto(path);
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        if (student === lior || path === '/matches') await expect(page.getByText(word).first()).toBeVisible();
        expect(await overflow(page), path).toBeLessThanOrEqual(0);
      }
    }
    const page = await openAs(lior);
    await page.goto('/dashboard');
    const greeting = page.getByRole('heading', { level: 1, name: `Welcome, ${lior.name}!`, exact: true });
    const { all, last } = await ends(greeting);
    expect(last, 'the exclamation mark ends the greeting').toBe(all);
    const noors = await openAs(noor);
    await noors.goto('/matches');
    const helping = noors.getByText(`Helping ${lior.name}`, { exact: true });
    await expect(helping).toBeVisible();
    await noors.getByRole('button', { name: "I can't make it" }).click();
    const notice = noors.getByRole('dialog').getByText(`${lior.name} gets an email`);
    await expect(notice).toBeVisible();
    expect(await notice.evaluate((words) => words.querySelector('bdi')!.getBoundingClientRect().left)).toBe(
      await notice.evaluate((words) => words.getBoundingClientRect().left),
    );
  },
);
