import type { Browser } from '@playwright/test';
import { endUndo } from '../support/campus.js';
import { short } from '../support/levels.js';
import { phoneOf } from '../support/phone.js';
import { acceptedMatch, api, creditsOf, postedRequest, verifiedStudent, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

/** Ada asked for ramen, and Ben accepted. */
async function acceptedByBen() {
  const ada = await verifiedStudent('Ada Hungry');
  const ben = await verifiedStudent('Ben Helpful');
  const { _id: id } = await acceptedMatch(ben, (await postedRequest(ada, { mealDescription: 'Ramen' }))._id);
  await endUndo(ben);
  return { ada, ben, id };
}

async function completedByBen() {
  const made = await acceptedByBen();
  expect((await api(made.ben.token).matches.complete({ params: { id: made.id } })).status).toBe(200);
  return made;
}

async function disputed() {
  const made = await completedByBen();
  const body = { followedThrough: false };
  expect((await api(made.ada.token).ratings.rate({ params: { id: made.id }, body })).status).toBe(200);
  return made;
}

/** Opens a path on a phone. */
async function opened(browser: Browser, student: Student, path: string) {
  const page = await phoneOf(browser, student, '/matches');
  await page.goto(path);
  return page;
}

for (const path of short(['/matches'], { full: ['/dashboard', '/my-requests', '/matches'] }))
  test(
    `${path} asks first whether a meal that was marked complete was received`,
    { tag: '@full' },
    async ({ browser }) => {
      const { ada } = await completedByBen();
      const page = await opened(browser, ada, path);
      const question = page.getByRole('region', { name: 'Did you get your meal?' });
      await expect(question).toContainText('Ben says that you did: Ramen');
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Did you get your meal?');
      await question.getByRole('button', { name: 'No' }).tap();
      const dialog = page.getByRole('dialog', { name: 'Rate Your Experience' });
      await expect(dialog.getByRole('radio', { name: 'No' })).toBeChecked();
      await expect(dialog.getByText('Ben Helpful says that it happened, so this is a dispute.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).tap();
      await question.getByRole('button', { name: 'Yes' }).tap();
      await expect(dialog.getByRole('radio', { name: '5 stars' })).toBeChecked();
      await dialog.getByRole('button', { name: 'Submit Rating' }).tap();
      await expect(dialog).toBeHidden();
      await expect(question).toBeHidden();
    },
  );

test('a requester who says No before the meal is offered to release it, which strikes nobody', async ({ browser }) => {
  const { ada, ben } = await acceptedByBen();
  const page = await phoneOf(browser, ada, '/matches');
  const card = page.getByRole('article', { name: 'Ramen' });
  await expect(card.getByRole('button', { name: "I can't make it" })).toBeVisible();
  await card.getByRole('button', { name: 'Rate & Report Issues' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Rate Your Experience' });
  await dialog.getByText('No', { exact: true }).tap();
  await expect(dialog.getByText('calls this off without a strike for anybody.')).toBeVisible();
  await dialog.getByRole('button', { name: "I can't make it" }).tap();
  await expect(page.getByText('This meal is called off, and it came back to you.')).toBeVisible();
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible();
  expect(await creditsOf(ada)).toBe(2);
  const { body } = await api(ben.token).users.me();
  expect(body).toMatchObject({ user: { strikes: { count: 0 } } });
});

test('one press ends a dispute for the other side', async ({ browser }) => {
  const { ada, ben } = await disputed();
  const page = await phoneOf(browser, ben, '/matches');
  const card = page.getByRole('article', { name: 'Ramen' });
  await card.getByRole('button', { name: "They're right, give it to Ada" }).tap();
  await expect(card.getByText('Dispute decided: the meal went to Ada Hungry')).toBeVisible();
  expect([await creditsOf(ada), await creditsOf(ben)]).toEqual([2, 2]);
});

test('a disputed meal is not called received, and does not count as shared', { tag: '@full' }, async ({ browser }) => {
  const { ada } = await disputed();
  const page = await opened(browser, ada, '/profile');
  await expect(page.getByText('Disputed meal', { exact: true })).toBeVisible();
  await expect(page.getByText('Meal received', { exact: true })).toBeHidden();
  await page.goto('/dashboard');
  await expect(page.getByRole('list', { name: 'Your numbers' })).toContainText('0Completed exchanges');
});
