import { short } from '../support/levels.js';
import { expectAccessible } from '../support/accessibility.js';
import { phoneOf, settled, SLOWDOWNS, slower } from '../support/phone.js';
import { acceptedMatch, api, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';
import { until } from '../support/until.js';

test.use({ viewport: { width: 360, height: 740 } });

/** Ben helps Ada. */
async function exchange() {
  const ada = await verifiedStudent('Ada Hungry');
  const ben = await verifiedStudent('Ben Helpful');
  const { _id: id } = await acceptedMatch(ben, (await postedRequest(ada, { mealDescription: 'Ramen' }))._id);
  return { ada, ben, id };
}

const MOTIONS = ['no-preference', 'reduce'] as const;
for (const reducedMotion of short(MOTIONS.slice(0, 1), { full: [...MOTIONS] }))
  test(
    `completing shows whom the student fed, blocks nothing, and a press dismisses that (motion: ${reducedMotion})`,
    { tag: '@full' },
    async ({ openAs }) => {
      const { ben } = await exchange();
      const page = await openAs(ben);
      await page.emulateMedia({ reducedMotion });
      await page.goto('/matches');
      await page.getByRole('button', { name: 'Mark Complete' }).click();
      await expect(page.getByText('Match marked as completed!')).toBeVisible();
      const finish = page.getByRole('status').filter({ hasText: 'You fed Ada' });
      await expect(finish).toBeVisible();
      await expect(finish).toContainText('3 meals to spend');
      await expect(page.getByRole('dialog')).toBeHidden();
      const moving = await finish.evaluate(
        (element) =>
          element.getAnimations({ subtree: true }).filter(({ effect }) => Number(effect?.getTiming().duration) > 50)
            .length,
      );
      if (reducedMotion === 'reduce') expect(moving).toBe(0);
      await finish.getByText('You fed').click();
      await expect(finish).toBeHidden();
    },
  );

test('a completed match offers its rating without scrolling', { tag: '@full' }, async ({ browser }) => {
  const ben = await verifiedStudent('Ben Helpful');
  for (const name of ['Ada', 'Eve']) {
    const asks = await verifiedStudent(`${name} Hungry`);
    for (const meal of ['Ramen', 'Soup'])
      await acceptedMatch(ben, (await postedRequest(asks, { mealDescription: meal }))._id);
  }
  const page = await phoneOf(browser, ben, '/matches');
  const card = page.getByRole('article').first();
  const complete = card.getByRole('button', { name: 'Mark Complete' });
  await complete.scrollIntoViewIfNeeded();
  await settled(page);
  await complete.tap();
  await expect(page.getByRole('status').filter({ hasText: 'You fed Eve' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Rate Experience' })).toBeInViewport({ ratio: 1 });
});

test(
  'a comment fits a narrow screen, as written, and disappears once reported',
  { tag: '@full' },
  async ({ openAs }) => {
    const { ada, ben, id } = await exchange();
    const comment = `See you\nagain ${'o'.repeat(120)}`;
    const rate = (token: string, text?: string) =>
      api(token).ratings.rate({ params: { id }, body: { followedThrough: true, score: 5, comment: text } });
    await api(ada.token).matches.complete({ params: { id } });
    await rate(ada.token, comment);
    await rate(ben.token);
    const page = await openAs(ben);
    await page.goto('/matches');
    await expect(page.getByText('Ada Hungry gave you 5 of 5 stars')).toBeVisible();
    const words = page.getByRole('blockquote');
    await expect(words).toHaveText(comment, { useInnerText: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page, 'a match with a comment');

    await page.getByRole('button', { name: 'Report', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Report this comment' });
    await dialog.getByLabel('What is wrong with it?').fill('This is an insult');
    await expectAccessible(page, 'reporting a comment');
    await dialog.getByRole('button', { name: 'Report comment' }).click();
    await expect(page.getByText('Thank you. We will look at this comment.')).toBeVisible();
    await expect(words).toBeHidden();
    await page.goto('/dashboard');
    await expect(page.getByText(/shared \d+ meals? this week$/)).toBeVisible();
    await expectAccessible(page, 'the table of the campus');
  },
);

for (const rate of SLOWDOWNS)
  test(
    `stars and meals shared appear beside a name after three ratings, on each screen with that name${slower(rate)}`,
    { tag: '@full' },
    async ({ browser }) => {
      test.slow();
      const ben = await verifiedStudent('Ben Known');
      const askers = await Promise.all(['Ada', 'Eve', 'Ida'].map((name) => verifiedStudent(name)));
      for (const [index, asks] of askers.entries()) {
        const { _id: id } = await acceptedMatch(ben, (await postedRequest(asks))._id);
        await api(asks.token).matches.complete({ params: { id } });
        for (const [token, score] of [
          [ben.token, 5],
          [asks.token, 5 - index],
        ] as const)
          await api(token).ratings.rate({ params: { id }, body: { followedThrough: true, score } });
      }
      const mealDescription = `Dal for ${ben.email}`;
      await postedRequest(ben, { mealDescription });
      const ada = askers[0]!;
      await until('the reputation', async () => {
        const { body } = await api(ben.token).account.stats();
        return 'stats' in body && body.stats.reputation !== undefined;
      });

      const standing = '4 of 5 stars, 3 meals shared';
      const page = await phoneOf(browser, ada, `/requests?search=${encodeURIComponent(mealDescription)}`, rate);
      await expect(page.getByRole('article', { name: mealDescription })).toContainText(standing);
      await expect(page.getByText('★ 4.0 · 3 meals shared')).toBeInViewport();
      await page
        .getByRole('navigation', { name: 'Quick' })
        .getByRole('link', { name: /^Matches/ })
        .tap();
      await expect(page.getByRole('article').filter({ hasText: 'Matched with' })).toContainText(standing);
      // too few rated her
      await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Me' }).tap();
      await expect(page.getByRole('region', { name: 'About you' })).not.toContainText('stars');
      const bens = await phoneOf(browser, ben, '/my-requests', rate);
      await bens.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Me' }).tap();
      await expect(bens.getByRole('region', { name: 'About you' })).toContainText(standing);
    },
  );
