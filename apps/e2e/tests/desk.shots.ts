import { fileURLToPath } from 'node:url';
import { newCampus, openDesk } from '../support/desk.js';
import { acceptedMatch, api, postedRequest, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

const PICTURES = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

/** A meal that one student asked for and another accepted. Returns the match's id. */
const exchange = async (by: Student, helper: Student, mealDescription: string) =>
  (await acceptedMatch(helper, (await postedRequest(by, { mealDescription }))._id))._id;

/** The pictures of docs/running-a-campus.md. */
test('the desk', async ({ page }) => {
  const { campus, student } = newCampus('state');
  const [ruth, finn, mia] = [await student('Ruth Park'), await student('Finn Olsen'), await student('Mia Chen')];
  const says = (by: Student, id: string, followedThrough: boolean) =>
    api(by.token).ratings.rate({ params: { id }, body: { followedThrough, score: followedThrough ? 5 : null } });
  const complete = (by: Student, id: string) => api(by.token).matches.complete({ params: { id } });

  const ramen = await exchange(ruth, finn, 'Ramen');
  await complete(ruth, ramen);
  await says(ruth, ramen, true);
  const burrito = await exchange(ruth, mia, 'Veggie burrito');
  await complete(mia, burrito);
  await says(ruth, burrito, false);
  await says(mia, await exchange(mia, finn, 'Pad thai'), false);
  await postedRequest(mia, { mealDescription: 'Tomato soup' });
  const text = 'Finn asked me for five dollars at the door.';
  await api(ruth.token).reports.report({ body: { about: 'match', id: ramen, kind: 'money', text } });

  await openDesk(page, campus);
  await page.emulateMedia({ colorScheme: 'light' });
  const take = async (name: string, height?: number) => {
    await page.setViewportSize({ width: 1280, height: height ?? 800 });
    const path = `${PICTURES}desk-${name}.png`;
    await page.screenshot({ path, fullPage: height === undefined, animations: 'disabled' });
  };
  const open = (place: string) =>
    page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: place }).click();

  await expect(page.getByRole('heading', { name: 'Requests of the last 14 days' })).toBeVisible();
  await take('today');
  await open('Students');
  await page.getByRole('link', { name: finn.name }).click();
  await expect(page.getByRole('button', { name: 'Withdraw strike' })).toBeVisible();
  await take('student', 2010);
  await open('Disputes');
  await expect(page.getByText('Veggie burrito')).toBeVisible();
  await take('dispute');
  await open('Reports');
  await expect(page.getByText(text)).toBeVisible();
  await take('report');
  await open('Campus');
  await page.getByLabel('Paused: nobody can post or accept').check();
  await page.getByLabel('Notice').fill('The dining halls are closed for the fall break.');
  await take('campus');
});
