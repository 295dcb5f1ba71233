import type { Locator } from '@playwright/test';
import { lastingToasts } from '../support/lasting-toasts.js';
import { postedRequest } from '../support/students.js';
import { expect, test } from '../support/test.js';

const styleOf = (element: Locator, property: string) =>
  element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);

test('a low number of meals is highlighted and pulses, but not for students who prefer reduced motion [spec §2.11]', async ({
  openAs,
  student,
}) => {
  const spender = await student('Lola Low');
  const page = await openAs(spender);
  await page.goto('/messages');
  const mealsLeft = (count: number) =>
    page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${count}\\b`) });
  await expect(mealsLeft(2)).toBeVisible();
  expect(await styleOf(mealsLeft(2), 'animation-name')).toBe('none');
  const plain = await styleOf(mealsLeft(2), 'background-color');
  await postedRequest(spender);
  await page.reload();
  await expect(mealsLeft(1)).toBeVisible();
  expect(await styleOf(mealsLeft(1), 'animation-name')).not.toBe('none');
  expect(await styleOf(mealsLeft(1), 'background-color')).not.toBe(plain);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await styleOf(mealsLeft(1), 'animation-name')).toBe('none');
});

test('a phone has a menu, with the meals left and their label beside it [spec §2.12 §2.13]', async ({
  openAs,
  student,
}) => {
  const page = await openAs(await student('Phoebe Phone'));
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/messages');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  const links = navigation.getByRole('link').filter({ visible: true });
  await expect(links).toHaveText(['2 Meals']);
  await expect(links).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(links).toHaveCount(7);
  await expect(navigation.getByText('Meals', { exact: true })).toBeInViewport();
  await expect(navigation.getByRole('link', { name: '2 Meals' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Matches' }).click();
  await expect(page).toHaveURL(/\/matches$/);
  await expect(links).toHaveCount(1);
});

test('toasts are at the top right, green for success and red for errors [spec §2.78]', async ({ page, student }) => {
  const { email, password } = await student('Tom Toast');
  await lastingToasts(page);
  async function toastAfter(typed: string, text: string) {
    await page.getByLabel('Password', { exact: true }).fill(typed);
    await page.getByRole('button', { name: 'Log in' }).click();
    const toast = page.getByRole('alert').filter({ hasText: text });
    await expect(toast).toBeInViewport({ ratio: 1 });
    const { x, y, width } = (await toast.boundingBox())!;
    const color = await toast.evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
    const [red = 0, green = 0] = color.match(/\d+/g)?.map(Number) ?? [];
    // stacked below the header
    return { isAtTop: y < 200, isAtRight: page.viewportSize()!.width - (x + width) < 40, isGreen: green > red };
  }
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  const atTopRight = { isAtTop: true, isAtRight: true };
  expect(await toastAfter('Wrong-Day1', 'Invalid email or password')).toEqual({ ...atTopRight, isGreen: false });
  expect(await toastAfter(password, 'Login successful!')).toEqual({ ...atTopRight, isGreen: true });
});
