import type { Page } from '@playwright/test';
import { short } from '../support/levels.js';
import { endUndo, letExpire } from '../support/campus.js';
import { mailsTo, mailTo } from '../support/inbox.js';
import {
  acceptedMatch,
  api,
  inHours,
  origin,
  postedRequest,
  verifiedStudent,
  type Student,
} from '../support/students.js';
import { expect, test } from '../support/test.js';
import { watch } from '../support/watch.js';

const IMAGE = '"><img src=x onerror=pwned=1>';
const SCRIPT = '<script>pwned=1</script>';
const ADDRESS = 'javascript:pwned=1';
const TEMPLATES = '{{777*777}}${777*777}';
const SHORT = `${IMAGE}${TEMPLATES}`;
const LINE = [IMAGE, SCRIPT, '<svg/onload=pwned=1>', ADDRESS, TEMPLATES].join(' ');
const LONG = `${LINE} <iframe src=${ADDRESS}></iframe> <a href=${ADDRESS}>x</a> </textarea></title>'--><b onclick=pwned=1>`;

/** The traces that a text leaves in the page if it is executed or parsed as HTML. */
const traces = (page: Page) =>
  page.evaluate(() => [
    ...('pwned' in window ? ['ran'] : []),
    ...(document.body.innerText.includes('603729') ? ['calculated'] : []),
    ...Array.from(
      document.querySelectorAll(
        'img, iframe, object, embed, script:not([src]), [onerror], [onload], [onclick], [href^=javascript], [src^=javascript]',
      ),
      ({ outerHTML }) => outerHTML,
    ),
  ]);

async function expectInert(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await traces(page), page.url()).toEqual([]);
}

/** Opens a screen and expects each text there, letter by letter. */
async function read(page: Page, path: string, texts: string[]) {
  await page.goto(path);
  for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
  await expectInert(page);
}

async function openDialog(page: Page, button: string) {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Has the earliest deadline, so that it is on the first page. */
const hostileRequest = (by: Student) =>
  postedRequest(by, {
    mealDescription: LINE,
    location: `${IMAGE} ${SCRIPT}`,
    description: LONG,
    deadline: inHours(0.6),
  });

/** Accepts with a message of its own, which no screen sends; the API drops it. */
async function accept(by: Student, requestId: string) {
  const { body, status } = await api(by.token).matches.accept({ body: { requestId, message: LONG } });
  if (status !== 201) throw new Error(`Accepting answered ${status}`);
  return body.match._id;
}

test(
  "students' texts stay text on every screen of both sides and in every mail [asvs V1.2b]",
  { tag: '@full' },
  async ({ openAs, page }) => {
    const eve = await verifiedStudent('Eve', { name: SHORT });
    const mallory = await verifiedStudent('Mallory', { name: `${SCRIPT}${ADDRESS}` });
    const comment = LONG.slice(0, 300);

    await letExpire(eve, (await hostileRequest(eve))._id);
    const voided = await accept(mallory, (await hostileRequest(eve))._id);
    await api(mallory.token).ratings.rate({ params: { id: voided }, body: { followedThrough: false, comment } });
    const letGo = await accept(mallory, (await hostileRequest(eve))._id);
    await api(mallory.token).matches.release({ params: { id: letGo } });
    const done = (await acceptedMatch(eve, (await hostileRequest(mallory))._id))._id;
    for (const { token } of [eve, mallory])
      await api(token).ratings.rate({ params: { id: done }, body: { score: 5, followedThrough: true, comment } });
    await api(eve.token).matches.complete({ params: { id: done } });
    await accept(mallory, (await hostileRequest(eve))._id);
    await hostileRequest(mallory);

    const places = [LINE, `${IMAGE} ${SCRIPT}`];
    const screens: [string, string[]][] = [
      ['/dashboard', [LINE]],
      ['/requests', [...places, LONG]],
      ['/my-requests', [...places, LONG]],
      ['/matches', [...places, LONG]],
      ['/profile', [LINE]],
      // these show only the name, or a text of the address
      ['/', []],
      [`/requests?search=${encodeURIComponent(IMAGE)}`, [LINE]],
      ['/create-request', []],
      ['/messages', []],
      ['/purchase-meals', []],
    ];
    for (const [me, other] of [
      [eve, mallory],
      [mallory, eve],
    ] as const) {
      const mine = await openAs(me);
      for (const [path, texts] of screens.slice(0, short(5, { full: 10 }))) await read(mine, path, [me.name, ...texts]);
      await mine.goto('/my-requests?status=matched');
      if (me === eve) await expect(mine.getByText(`Matched with ${other.name}`)).toBeVisible();
      await mine.goto('/matches?status=accepted');
      const rating = await openDialog(mine, 'Rate & Report Issues');
      await rating.getByRole('radio', { name: 'No' }).check();
      await expect(rating.getByText(other.name).first()).toBeVisible();
      await expectInert(mine);
      await rating.getByRole('button', { name: 'Cancel' }).click();
      if (me === mallory) {
        await openDialog(mine, "I can't make it");
        await expectInert(mine);
      }
    }

    // before Eve leaves, which would withdraw the mail of the last match
    await endUndo(mallory);
    await expect.poll(async () => (await mailsTo(eve.email)).map(({ text }) => text).join()).toContain('will get you');
    expect((await mailsTo(eve.email)).filter(({ text }) => text.includes(LONG))).toEqual([]);
    await api().auth.forgotPassword({ body: { email: eve.email } });
    await mailTo(eve.email, /password/);
    await api(eve.token).account.deactivate({ body: { password: eve.password } });
    await mailTo(eve.email, /closed/);
    await mailTo(mallory.email, /match/);
    const mails = [...(await mailsTo(eve.email)), ...(await mailsTo(mallory.email))];
    expect(new Set(mails.map(({ subject }) => subject)).size).toBeGreaterThanOrEqual(6);
    for (const { subject, html } of mails) {
      // on a page without a content security policy, which allows more than a mail program does
      await page.setContent(html);
      expect(await traces(page), subject).toEqual([]);
      const schemes = await page.$$eval('[href]', (links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).protocol),
      );
      expect(
        schemes.filter((scheme) => !['http:', 'mailto:', 'tel:'].includes(scheme)),
        subject,
      ).toEqual([]);
    }
  },
);

test('text that is typed, saved or put into an address stays text', async ({ openAs, student }) => {
  const visitor = await openAs();
  await visitor.goto('/register');
  for (const field of await visitor.locator('form input').all()) await field.fill(LINE);
  await visitor.getByLabel('Email').fill(`a@${IMAGE}.edu`);
  await visitor.getByRole('button', { name: 'Create account' }).click();
  await expect(visitor.getByText('Please enter a valid phone number')).toBeVisible();
  await expectInert(visitor);
  for (const path of ['/login', '/forgot-password']) {
    await visitor.goto(path);
    for (const field of await visitor.locator('form input').all()) await field.fill(LINE);
    await visitor
      .locator('form')
      .getByRole('button', { name: /^(Log in|Send reset link)$/i })
      .click();
    await expect(visitor.getByText('Please enter a valid .edu email address')).toBeVisible();
    await expectInert(visitor);
  }
  for (const path of [`/${encodeURIComponent(LINE)}`, '/verify-email/', '/reset-password/', '/login?from=', '/?q=#']) {
    await visitor.goto(path + encodeURIComponent(LINE));
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    await expectInert(visitor);
  }

  const page = await openAs(await student('Xavier Ss'));
  await page.goto('/profile');
  await page.getByLabel('Full name').fill(SHORT);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(/^Please use only letters/)).toBeVisible();
  await expectInert(page);
  await page.goto('/create-request');
  await page.getByLabel('What food').fill(LINE);
  await page.getByLabel('Store').fill(LINE.slice(0, 100));
  await page.getByLabel('Details').fill(LONG);
  await page.locator('[name=date]').fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Create Request' }).click();
  await expect(page.getByText(/^Request created successfully!/)).toBeVisible();
  await expect(page.getByText(LONG)).toBeVisible();
  await expectInert(page);
  await openDialog(page, 'Cancel');
  await expectInert(page);
  await page.goto('/requests');
  await page.getByLabel('Search').fill(`${IMAGE} nowhere`);
  await expect(page.getByText('No requests found')).toBeVisible();
  await expectInert(page);
});

test(
  'these tests notice when text is executed, the policy is violated, or a third party is called [asvs V3.4b]',
  { tag: '@full' },
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: origin() });
    const page = await context.newPage();
    const faults: string[] = [];
    watch(page, faults, [origin()]);
    for (const text of [IMAGE, SCRIPT, `<svg onload=pwned=1>`, `<a href="${ADDRESS}">x</a>`, '603729']) {
      await page.setContent(`<p class="${text}">${text}</p>`);
      expect(await traces(page), text).not.toEqual([]);
    }
    await page.setContent(
      '<script>alert("pwned")</script><link rel="preload" as="image" href="http://127.0.0.1:9/spy.png">',
    );
    await expect.poll(() => faults).toEqual(expect.arrayContaining([expect.stringMatching(/^dialog: pwned/)]));
    await expect.poll(() => faults).toEqual(expect.arrayContaining([expect.stringMatching(/^third party: .*spy/)]));
    await page.goto('/');
    await page.evaluate(() =>
      document.head.append(Object.assign(document.createElement('script'), { textContent: 'pwned=1' })),
    );
    await expect
      .poll(() => faults)
      .toEqual(expect.arrayContaining([expect.stringMatching(/^console: .*Content Security Policy/)]));
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  },
);
