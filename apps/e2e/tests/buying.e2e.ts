import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { mailTo } from '../support/inbox.js';
import { brokenWords, setTextSize } from '../support/phone.js';
import { expect, test as withoutTill } from '../support/test.js';
import { api, creditsOf } from '../support/students.js';
import { testAtTill as test } from '../support/till.js';

// all in one worker, which starts one API with payments
test.use({ hasTouch: true });
test.describe.configure({ mode: 'default' });

async function enterCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('94305');
}

const pay = (page: Page) => page.getByRole('button', { name: 'Pay $54.99' }).click();
const paid = (page: Page) =>
  expect(page.getByText('Payment successful! 12 meals will be added to your account.')).toBeVisible();

test('a student buys 12 meals, gets a receipt, and finds the purchase in the history [spec §1.8 §4.30]', async ({
  student,
  atTill,
}) => {
  const buyer = await student('Bea Buyer');
  const page = await atTill(buyer);
  await enterCard(page, '4242 4242 4242 4242');
  await pay(page);
  await paid(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => creditsOf(buyer)).toBe(14);
  expect((await mailTo(buyer.email, /receipt/i)).text).toContain('$54.99');
  const history = await api(buyer.token).credits.history({ query: {} });
  expect(history.body).toMatchObject({ entries: [{ kind: 'purchase', amount: 12 }, { kind: 'grant' }] });
});

test("a declined card shows the bank's message, and another card pays [spec §8.36]", async ({ student, atTill }) => {
  const buyer = await student('Dee Clined');
  const page = await atTill(buyer);
  await enterCard(page, '4000 0000 0000 0002');
  await pay(page);
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  expect(await creditsOf(buyer)).toBe(2);
  await enterCard(page, '4242 4242 4242 4242');
  await pay(page);
  await paid(page);
  await expect.poll(() => creditsOf(buyer)).toBe(14);
});

test('a card that needs 3-D Secure is charged only after the student authenticates', async ({ student, atTill }) => {
  const buyer = await student('Tess Secure');
  const page = await atTill(buyer);
  await enterCard(page, '4000 0025 0000 3155');
  await pay(page);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByText('We are unable to authenticate your payment method').first()).toBeVisible();
  expect(await creditsOf(buyer)).toBe(2);
  await pay(page);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await paid(page);
  await expect.poll(() => creditsOf(buyer)).toBe(14);
});

test(
  'Back right after pressing Pay pays once, and the student stays on the screen they went to',
  { tag: '@full' },
  async ({ student, atTill }) => {
    const buyer = await student('Bea Back');
    const page = await atTill(buyer, '/messages');
    await page.getByRole('link', { name: '2 Meals' }).click();
    await enterCard(page, '4242 4242 4242 4242');
    await page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Pay $54.99');
      button!.click();
      history.back();
    });
    await paid(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Messages Coming Soon' })).toBeVisible();
    await expect(page).toHaveURL(/\/messages$/);
    await expect.poll(() => creditsOf(buyer)).toBe(14);
  },
);

test(
  'Back within a frame of paying leaves no button that pays with the same card again',
  { tag: '@full' },
  async ({ student, atTill }) => {
    const buyer = await student('Bea Twice');
    const page = await atTill(buyer, '/messages');
    await page.getByRole('link', { name: '2 Meals' }).click();
    await enterCard(page, '4242 4242 4242 4242');
    await page.evaluate(() => {
      const watch = new MutationObserver(() => {
        if (location.pathname !== '/dashboard') return;
        watch.disconnect();
        window.history.back();
      });
      watch.observe(document.body, { subtree: true, childList: true });
    });
    await pay(page);
    await paid(page);
    await expect(page).toHaveURL(/\/purchase-meals$/);
    await expect(page.getByLabel('Card number')).toHaveValue('');
    await pay(page);
    await expect(page.getByRole('button', { name: 'Pay $54.99' })).toBeEnabled();
    await expect.poll(() => creditsOf(buyer)).toBe(14);
    const { body } = await api(buyer.token).credits.history({ query: {} });
    expect(body).toMatchObject({ entries: [{ kind: 'purchase' }, { kind: 'grant' }] });
  },
);

test('paying is accessible, at every width', async ({ student, atTill }) => {
  const page = await atTill(await student('Amy Axe'));
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page, 'purchase meals, with a card to enter');
  await enterCard(page, '4000 0000 0000 0002');
  await pay(page);
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expectAccessible(page, 'purchase meals, card declined');
});

withoutTill(
  'where payments are switched off, the page says so [spec §8.35]',
  { tag: '@full' },
  async ({ student, openAs }) => {
    const page = await openAs(await student('Olaf Off'));
    await page.setViewportSize({ width: 360, height: 740 });
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/payments/create-payment-intent'));
    await page.goto('/purchase-meals');
    expect((await refused).status()).toBe(503);
    await expect(page.getByText('Payment system is being set up. Please check back later!').first()).toBeVisible();
    const packages = page.getByRole('radio', { name: /^Regular, 12 meals/ });
    await expect(packages).toBeChecked();
    const notice = page.getByText('Payment system is being set up. Please check back later!').first();
    expect((await notice.boundingBox())!.y, 'said first').toBeLessThan((await packages.boundingBox())!.y);
  },
);

test(
  'an order in text of 200 % breaks no word on the narrowest phone',
  { tag: '@full' },
  async ({ student, atTill }) => {
    const page = await atTill(await student('Lara Larger'));
    await page.setViewportSize({ width: 320, height: 640 });
    await setTextSize(page, 32);
    const order = page.getByText('12 meals will be added to your account').locator('xpath=preceding-sibling::div');
    for (const words of ['Regular', '$54.99']) expect(await brokenWords(order.getByText(words)), words).toEqual([]);
  },
);
