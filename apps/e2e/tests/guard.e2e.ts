import { logIn, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

const guarded = [
  '/dashboard',
  '/requests',
  '/create-request',
  '/my-requests',
  '/matches',
  '/messages',
  '/profile',
  '/purchase-meals',
];

test('a visitor is redirected to log in from every screen of students [spec §2.2 §5.18]', async ({ page }) => {
  for (const path of guarded) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('logging in leads back to the requested page, and Back does not return to the form [spec §2.7]', async ({
  page,
}) => {
  const student = await verifiedStudent('Remy Return');
  await page.goto('/');
  await page.goto('/matches?status=completed');
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, student);
  await expect(page.getByText('Login successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/matches\?status=completed$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('logging out in one tab logs out the others and leads to the landing page [spec §2.5] [asvs V14.3b]', async ({
  openAs,
  student,
}) => {
  const page = await openAs(await student('Tabitha Tabs'));
  await page.goto('/dashboard');
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other).not.toHaveURL(/\/profile$/);
  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/login$/);
});

test(
  'a draft of a request survives when another tab notices that the session has ended',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const writer = await student('Dora Draft');
    const page = await openAs(writer);
    await page.goto('/create-request');
    await page.getByLabel('What food would you like?').fill('Pad thai');
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await other.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${writer.token}` } });
    await other.goto('/requests');
    await expect(other).toHaveURL(/\/login$/);
    await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
    await logIn(page, writer);
    await expect(page).toHaveURL(/\/create-request$/);
    await expect(page.getByText('Continue your draft?')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('What food would you like?')).toHaveValue('Pad thai');
  },
);
