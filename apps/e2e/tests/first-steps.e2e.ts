import { errors, LOGIN_ERROR_TOAST_SECONDS } from '@spareswipe/contract';
import { endUndo } from '../support/campus.js';
import { mailTo } from '../support/inbox.js';
import { phoneOf, SLOWDOWNS, slower } from '../support/phone.js';
import {
  acceptedMatch,
  api,
  origin,
  postedRequest,
  somebody,
  studentAt,
  verifiedStudent,
} from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({
  viewport: { width: 360, height: 740 },
  timezoneId: 'America/Los_Angeles',
  contextOptions: { hasTouch: true },
});

test(
  'a student corrects a phone number and an address on the way in, typing neither form twice',
  { tag: '@full' },
  async ({ page }) => {
    const { name, email, password } = somebody('Wanda Wrong');
    await page.goto('/register');
    await page.getByLabel('Full name').fill(name);
    await page.getByLabel('Email').fill(`typo.${email}`);
    await page.getByLabel('Phone number').fill('(617) 555-0100');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).tap();
    await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
    const offer = page.getByRole('button', { name: 'Use +1 617-555-0100' });
    expect((await offer.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await offer.tap();
    await page.getByRole('button', { name: 'Create account' }).tap();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeDisabled();
    await page.getByRole('button', { name: 'Wrong address?' }).tap();
    await expect(page.getByLabel('Full name')).toHaveValue(name);
    await expect(page.getByLabel('Phone number')).toHaveValue('+1 617-555-0100');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).tap();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await mailTo(email, /verify/i);
  },
);

for (const rate of SLOWDOWNS)
  test(
    `a student changes the phone number on the profile, and is offered the corrected one${slower(rate)}`,
    { tag: '@full' },
    async ({ browser, student }) => {
      test.slow();
      const mia = await student('Mia Moves');
      await postedRequest(mia);
      const page = await phoneOf(browser, mia, '/my-requests', rate);
      await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Me' }).tap();
      const number = page.getByLabel('Phone number');
      await expect(number).toHaveValue(mia.phoneNumber);
      await number.fill('(617) 555-0100');
      await page.getByRole('button', { name: 'Save Number' }).tap();
      await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
      await page.getByRole('button', { name: 'Use +1 617-555-0100' }).tap();
      await page.getByRole('button', { name: 'Save Number' }).tap();
      await expect(page.getByText('Profile updated successfully!')).toBeVisible();
      const me = await api(mia.token).users.me();
      expect(me.status === 200 && me.body.user.phoneNumber).toBe('+1 617-555-0100');
    },
  );

test('a refused log-in says why for some seconds, and leads back to the password', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@cs.stanford.edu');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Day1');
  await page.getByRole('button', { name: 'Log in' }).tap();
  const toast = page.getByRole('alert');
  await expect(toast).toHaveText(new RegExp(errors.INVALID_CREDENTIALS.message));
  await page.clock.fastForward(LOGIN_ERROR_TOAST_SECONDS * 1000);
  await expect(toast).toHaveCount(0);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('a campus is called by its name, and its mails by its clock', { tag: '@full' }, async ({ openAs }) => {
  const [wes, kim] = [await studentAt('berkeley', 'Wes Coast'), await studentAt('berkeley', 'Kim Bay')];
  const page = await openAs(wes);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Wes Coast!');
  await expect(page.getByRole('main').getByText('University of California, Berkeley').first()).toBeVisible();
  await page.goto('/create-request');
  await page.getByLabel('What food').fill('Noodle soup');
  await page.getByLabel('Store').fill('Crossroads');
  await page.locator('[name=time]').fill('23:30');
  const posted = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Create Request' }).tap();
  const { request } = (await (await posted).json()) as { request: { _id: string } };
  await acceptedMatch(kim, request._id);
  await endUndo(kim);
  const { text, html } = await mailTo(kim.email, /match/i);
  for (const body of [text, html])
    expect(body.match(/\d+:\d\d [AP]M \w+/)?.[0], 'the first time of the mail').toMatch(/^11:30 PM Pacific$/);
  expect(text, 'their own campus').not.toContain('University of California, Berkeley');
  expect(html).toContain(`href="tel:`);
});

test('a link to the landing page has a card with our picture in messengers', { tag: '@full' }, async ({ request }) => {
  const landing = await (await request.get('/')).text();
  const tag = (property: string) => new RegExp(`<meta property="og:${property}" content="([^"]+)"`).exec(landing)?.[1];
  expect(tag('title')).toBe('SpareSwipe: share a meal swipe on campus');
  expect(tag('description')).toContain('keep meals from going to waste');
  expect([tag('image'), tag('url')]).toEqual([`${origin()}/og.png`, `${origin()}/`]);
  const picture = await request.get(tag('image') ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');
  const png = await picture.body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(60_000);
});

test(
  'small things on a phone: a Ł in a heading, and the name for a password manager',
  { tag: '@full' },
  async ({ browser, page }) => {
    const luk = await verifiedStudent('Lukasz Zak', { name: 'Łukasz Żak' });
    await postedRequest(luk);
    const phone = await phoneOf(browser, luk, '/my-requests');
    await phone.goto('/dashboard');
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('Łukasz Żak');
    const isDrawn = () => phone.evaluate(() => document.fonts.check("600 26px 'Fraunces'", 'Ł'));
    await expect.poll(isDrawn).toBe(true);
    await phone.context().close();
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(luk.email);
    await page.getByRole('button', { name: /reset link/i }).tap();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await page.goto('/reset-password/nothing');
    await expect(page.locator('[autocomplete=username]')).toHaveValue(luk.email);
  },
);
