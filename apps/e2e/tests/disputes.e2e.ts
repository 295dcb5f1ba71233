import type { Page } from '@playwright/test';
import { mailTo, type Mail } from '../support/inbox.js';
import { acceptedMatch, api, logIn, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

/** Ben marks complete what Ada asked for, and Ada gets the mail about it. */
async function completedByBen() {
  const ada = await verifiedStudent('Ada Hungry');
  const ben = await verifiedStudent('Ben Helpful');
  const { _id: id } = await acceptedMatch(ben, (await postedRequest(ada, { mealDescription: 'Ramen' }))._id);
  const completed = await api(ben.token).matches.complete({ params: { id } });
  expect(completed.status).toBe(200);
  return { ada, ben, link: ratingLink(await mailTo(ada.email, /did you get your meal/i)) };
}

/** Where the button "It did not happen" leads. */
function ratingLink({ text, html }: Mail) {
  const link = text.match(/https?:\S+\/matches\?rate=[\w-]+&happened=no/)?.[0] ?? '';
  expect(html.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')).toContain(`href="${link}"`);
  return link;
}

const ratingDialog = (page: Page) => page.getByRole('dialog', { name: 'Rate Your Experience' });
const card = (page: Page) => page.getByRole('article', { name: 'Ramen' });

async function seesDispute(page: Page, path: string, said: string) {
  await page.goto(path);
  await expect(card(page).getByText('Disputed', { exact: true })).toBeVisible();
  await expect(card(page).getByText(said)).toBeVisible();
  await expect(card(page).getByText(/^The meal is set aside\. If nobody decides by /)).toBeVisible();
}

test(
  'one press in the mail disputes an exchange that did not happen, and the cards of both sides say so',
  { tag: '@full' },
  async ({ openAs }) => {
    const { ada, ben, link } = await completedByBen();
    const adasPage = await openAs(ada);
    await adasPage.goto(link);
    await expect(ratingDialog(adasPage).getByRole('radio', { name: 'No' })).toBeChecked();
    await ratingDialog(adasPage).getByRole('button', { name: 'Submit Rating' }).click();
    await expect(adasPage.getByText('Rating submitted successfully!')).toBeVisible();
    await expect(adasPage).toHaveURL(/\/matches$/);

    for (const path of ['/matches', '/my-requests'])
      await seesDispute(adasPage, path, 'You said that this did not happen. Ben Helpful said that it did.');
    const bensPage = await openAs(ben);
    await seesDispute(bensPage, '/matches', 'Ada Hungry said that this did not happen. You said that it did.');
    await bensPage.goto('/profile');
    await expect(bensPage.getByText('Meal set aside for a dispute')).toBeVisible();
    for (const { email } of [ada, ben]) await mailTo(email, /disputed/i);

    await adasPage.goto(link);
    await expect(adasPage.getByText('You have already rated this match.')).toBeVisible();
    await expect(ratingDialog(adasPage)).toBeHidden();
  },
);

test(
  'the press in the mail leads through log-in and a reload to the rating, and leaves no step behind',
  { tag: '@full' },
  async ({ page }) => {
    const { ada, link } = await completedByBen();
    await page.goto('/');
    await page.goto(link);
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, ada);
    await expect(ratingDialog(page)).toBeVisible();
    await expect(page).toHaveURL(link);
    await page.reload();
    await expect(ratingDialog(page)).toBeVisible();
    await ratingDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(ratingDialog(page)).toBeHidden();
    await expect(page).toHaveURL(/\/matches$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  },
);
