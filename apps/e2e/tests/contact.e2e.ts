import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { endUndo, moveDeadline, prolongUndo } from '../support/campus.js';
import { query } from '../support/database.js';
import { mailTo } from '../support/inbox.js';
import { doubleTap, phoneOf, settled, slowDown, SLOWDOWNS, slower } from '../support/phone.js';
import { acceptedMatch, api, creditsOf, postedRequest, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** The names of the mails to a student that wait or were sent, without that of the verification. */
const mailsTo = async ({ email }: Student) => {
  const mails = `SELECT data->>'mail' AS mail FROM pgboss.job
    WHERE data->'to'->>'email' = $1 AND data->>'mail' NOT IN ('verification', 'account-open')`;
  return (await query<{ mail: string }>(mails, [email])).map(({ mail }) => mail);
};
const first = ({ name }: Student) => name.split(' ')[0];
const contact = (page: Page, name: string) => page.getByRole('region', { name: `Contact ${name}` });

/** A text and a mail to the other student open with a greeting and these words. */
async function expectFirstWords(page: Page, other: Student, words: string) {
  const way = (name: string) => contact(page, other.name).getByRole('link', { name: `${name} ${other.name}` });
  const sentence = encodeURIComponent(`Hi ${first(other)}, ${words}, SpareSwipe`);
  await expect(way('Text')).toHaveAttribute('href', `sms:${other.phoneNumber}?&body=${sentence}`);
  await expect(way('Email')).toHaveAttribute('href', `mailto:${other.email}?subject=SpareSwipe&body=${sentence}`);
}

test('an accept that is undone in 10 seconds gives nobody anything', async ({ openAs, student }) => {
  const [ana, ben] = [await student('Ana Undone'), await student('Ben Undoes')];
  await acceptedMatch(ben, (await postedRequest(ana))._id);
  await prolongUndo(ben);
  const page = await openAs(ben);
  await page.goto('/matches');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await settled(page);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByText('You let this one go')).toBeVisible();
  await expect(page.getByText(ana.phoneNumber)).toBeHidden();
  const anas = await api(ana.token).matches.mine({ query: {} });
  expect(anas.status === 200 && anas.body.counts.all).toBe(0);
  expect([await mailsTo(ana), await mailsTo(ben)]).toEqual([[], []]);
});

test('two students reach each other from their dashboards, meet by one code and complete the exchange', async ({
  openAs,
  student,
}) => {
  const [ana, ben] = [await student('Ana Meets'), await student('Ben Meets')];
  const request = await postedRequest(ana);
  await acceptedMatch(ben, request._id);
  const [anas, bens] = [await openAs(ana), await openAs(ben)];
  for (const page of [anas, bens]) {
    await page.clock.install();
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Next meal' })).toBeVisible();
  }
  // the contact comes by itself, 10 seconds after the accept
  await endUndo(ben);
  for (const page of [anas, bens]) await page.clock.fastForward('00:11');
  for (const [page, other] of [
    [anas, ben],
    [bens, ana],
  ] as const) {
    const call = contact(page, other.name).getByRole('link', { name: `Call ${other.name}` });
    await expect(call).toHaveAttribute('href', `tel:${other.phoneNumber}`);
    await expect(contact(page, other.name).getByText(other.email)).toBeInViewport();
    await expectFirstWords(page, other, `about our meal at ${request.location}`);
  }

  await moveDeadline(request._id, 20);
  await Promise.all([anas.reload(), bens.goto('/matches')]);
  const meetings = [
    anas.getByRole('region', { name: `Meet ${ben.name}` }),
    bens.getByRole('region', { name: `Meet ${ana.name}` }),
  ] as const;
  const [code, same] = await Promise.all(meetings.map((meeting) => meeting.locator('strong').textContent()));
  expect(code).toMatch(/^[A-Z][a-z]+ [a-z]+$/);
  expect(same).toBe(code);
  await expectFirstWords(bens, ana, `I'm at ${request.location}`);
  const looker = await openAs(ana);
  for (const [path, name] of [
    ['/dashboard', 'the next meal'],
    ['/matches', 'a meeting'],
  ] as const) {
    await looker.goto(path);
    await expect(looker.getByRole('region', { name: `Meet ${ben.name}` })).toBeVisible();
    await expectAccessible(looker, name);
  }

  await meetings[0].getByRole('button', { name: "I'm here" }).tap();
  await expect(meetings[0].getByRole('button', { name: 'You are here' })).toBeVisible();
  await bens.reload();
  await expect(meetings[1].getByText(`${first(ana)} is there.`)).toBeVisible();
  await meetings[0].getByRole('button', { name: "It's them" }).tap();
  await expect(meetings[0].getByText(`Waiting for ${first(ben)}`)).toBeVisible();
  expect(await creditsOf(ben)).toBe(2);
  // else the news could change the card under the tap, which then rightly does nothing
  await bens.reload();
  await expect(meetings[1].getByText(`${first(ana)} found you.`)).toBeVisible();
  await settled(bens);
  // one tap fills the screen, also without a network
  await bens.context().setOffline(true);
  await meetings[1].getByRole('button', { name: 'phone shows the same' }).tap();
  const screen = bens.getByRole('dialog', { name: `Meet ${first(ana)}` });
  await expect(screen.getByText(code!, { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(screen).toContainText(`${ben.name} and ${ana.name} at ${request.location}`);
  await expect(screen.getByRole('link', { name: `Call ${ana.name}` })).toContainText(ana.phoneNumber);
  await bens.context().setOffline(false);
  await expectAccessible(bens, 'the meeting on the whole screen');
  await screen.getByRole('button', { name: "It's them" }).tap();
  await expect(bens.getByRole('status').filter({ hasText: `You fed ${first(ana)}` })).toBeVisible();
  // she pressed first, and learns of it from the other side's press
  await expect(anas.getByRole('status').filter({ hasText: `${first(ben)} fed you` })).toBeVisible();
  await expect(screen.getByRole('radio', { name: '5 stars' })).toBeChecked();
  // a tap where "It's them" was would count as its repetition
  await screen.getByRole('radio', { name: '4 stars' }).tap();
  await screen.getByRole('button', { name: 'Submit Rating' }).tap();
  await expect(screen.getByText('You rated this match')).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).tap();
  await expect(bens.getByRole('article').getByText('Completed')).toBeVisible();
  expect([await creditsOf(ana), await creditsOf(ben)]).toEqual([1, 3]);
  // mails show on locked screens
  expect((await mailTo(ana.email, /match/)).subject).not.toMatch(/Ben|Meets/);
});

test(
  'a fulfiller whose requester completes the exchange sees whom they fed',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [ana, ben] = [await student('Ana Marks'), await student('Ben Watches')];
    const { _id: id } = await acceptedMatch(ben, (await postedRequest(ana))._id);
    const page = await openAs(ben);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Next meal' })).toBeVisible();
    await api(ana.token).matches.complete({ params: { id } });
    const finish = page.getByRole('status').filter({ hasText: `You fed ${first(ana)}` });
    await expect(finish).toBeVisible();
    await expect(finish).toContainText('3 meals to spend');
  },
);

for (const rate of SLOWDOWNS)
  test(`the app opens on the contact of the next meal: one tap calls, one adds it to the calendar${slower(rate)}`, async ({
    browser,
    student,
    request: http,
  }) => {
    test.slow();
    const [ana, ben] = [await student('Ana Calls'), await student('Ben Called')];
    const request = await postedRequest(ana, { mealDescription: 'Ramen, hot', location: 'Stern Dining' });
    await acceptedMatch(ben, request._id);
    await endUndo(ben);
    const app = (await (await http.get('/manifest.webmanifest')).json()) as { start_url: string };
    const page = await phoneOf(browser, ana, app.start_url, rate);
    const call = contact(page, ben.name).getByRole('link', { name: `Call ${ben.name}` });
    await expect(call).toBeInViewport({ ratio: 1 });
    await expect(call).toHaveAttribute('href', `tel:${ben.phoneNumber}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).tap();
    const file = await download;
    expect(file.suggestedFilename()).toBe('meal.ics');
    const event = (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '');
    expect(event).toContain(`SUMMARY:SpareSwipe: Ramen\\, hot with ${ben.name}\r\n`);
    expect(event).toContain('LOCATION:Stern Dining\r\n');
    expect(event).toContain(`DTSTART:${request.deadline.replace(/[-:]|\.\d+/g, '')}\r\n`);
  });

for (const rate of SLOWDOWNS) {
  test(
    `a meal that is over hides no meal ahead, and is finished with one press${slower(rate)}`,
    { tag: '@full' },
    async ({ browser, openAs, student }) => {
      test.slow();
      const [ana, eve, ben] = [await student('Ana Ahead'), await student('Eve Over'), await student('Ben Eats')];
      const over = await postedRequest(eve, { mealDescription: 'Soup' });
      const ahead = await postedRequest(ana, { mealDescription: 'Ramen', location: 'Stern Dining' });
      for (const { _id } of [over, ahead]) await acceptedMatch(ben, _id);
      await moveDeadline(over._id, -90);

      const page = await phoneOf(browser, ben, '/dashboard', 1);
      const next = page.getByRole('region', { name: 'Next meal' });
      await expect(next).toContainText('With Ana at Stern Dining');
      await expect(next).toContainText('You bring: Ramen');
      await expect(contact(page, ana.name).getByRole('link', { name: `Call ${ana.name}` })).toBeInViewport();
      for (const path of ['/my-requests', '/matches']) {
        await page.goto(path);
        await expect(page.getByText('Next meal: with Ana')).toBeVisible();
        await expect(page.getByText('Did you meet')).toBeHidden();
      }

      // nothing lies ahead any more: the meal that is over asks to be finished
      await moveDeadline(ahead._id, -70);
      await page.goto('/dashboard');
      const asked = page.getByRole('region', { name: /^Did you meet/ });
      await expect(asked).toContainText('Did you meet Eve?');
      const looker = await openAs(ben);
      await looker.goto('/dashboard');
      await expect(looker.getByRole('region', { name: /^Did you meet/ })).toBeVisible();
      await expectAccessible(looker, 'a meal that is over');
      await slowDown(page, rate);
      await settled(page);
      // the second tap must not finish the other meal, whose button may stand there by now
      await doubleTap(page, asked.getByRole('button', { name: 'Mark Complete' }), 900);
      // it stays as it ended, and leads to the other
      const ended = page.getByRole('region', { name: 'Your meal with Eve is complete' });
      await expect(ended.getByRole('link', { name: 'Did you meet Ana?' })).toBeVisible();
      await settled(page);
      const mine = await api(ben.token).matches.mine({ query: { status: 'accepted' } });
      expect(mine.status === 200 && mine.body.matches.map(({ request }) => request.mealDescription)).toEqual(['Ramen']);
      await page.reload();
      await expect(asked).toContainText('Did you meet Ana?');
    },
  );
}

test(
  'Messages leads to each match that has a contact, and to no other place of the list',
  { tag: '@full' },
  async ({ browser, student }) => {
    const ben = await student('Ben Reaches');
    const names = ['Ana Reached', 'Eve Reached'];
    for (const [index, name] of names.entries()) {
      const asks = await student(name);
      for (const meal of ['Soup', 'Ramen', 'Tacos'].slice(0, index ? 1 : 2))
        await acceptedMatch(ben, (await postedRequest(asks, { mealDescription: `${meal} of ${name}` }))._id);
    }
    await endUndo(ben);
    await query(`UPDATE meal_requests SET deadline = deadline - interval '1 hour' WHERE meal_description = $1`, [
      'Soup of Ana Reached',
    ]);
    const page = await phoneOf(browser, ben, '/matches');
    await page.goto('/messages');
    const buttons = page.getByRole('link', { name: /^Contact/ });
    await expect(buttons).toHaveCount(3);
    await expectAccessible(page, 'messages with matches');
    // the soonest meal comes first, and is the last of the list
    await buttons.first().tap();
    const card = page.getByRole('article', { name: 'Soup of Ana Reached' });
    await expect(card.getByRole('link', { name: 'Call Ana Reached' })).toBeInViewport();
    await expect(page.getByRole('listitem').filter({ has: card })).toBeFocused();
    await expect(page).toHaveURL(/\/matches$/);
  },
);

test(
  'both lists show the next meal above their tabs, one press away from the other student',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [ana, ben] = [await student('Ana Next'), await student('Ben Next')];
    await acceptedMatch(ben, (await postedRequest(ana))._id);
    await endUndo(ben);
    const page = await openAs(ana);
    for (const path of ['/my-requests', '/matches']) {
      await page.goto(path);
      await expect(page.getByText('Next meal: with Ben')).toBeInViewport();
      await expect(page.getByText(/^at Arrillaga Dining$/)).toBeInViewport();
      const call = page.getByRole('link', { name: `Call ${ben.name}` }).first();
      await expect(call).toBeInViewport();
      await expect(call).toHaveAttribute('href', `tel:${ben.phoneNumber}`);
      const tabs = (await page.getByRole('tablist').boundingBox())!;
      expect((await call.boundingBox())!.y).toBeLessThan(tabs.y);
    }
  },
);

test(
  'the line of the next meal keeps its meal when it ends, so a longer name pushes no list down',
  { tag: '@full' },
  async ({ browser, student }) => {
    const [ana, long, ben] = [
      await student('Ana'),
      await student('Maximiliane Oberhuber-Diallo'),
      await student('Ben'),
    ];
    await acceptedMatch(ben, (await postedRequest(long, { mealDescription: 'Soup' }))._id);
    const { request } = await acceptedMatch(ben, (await postedRequest(ana))._id);
    await moveDeadline(request._id, 20);
    const page = await phoneOf(browser, ben, '/matches');
    await expect(page.getByText('Next meal: with Ana')).toBeVisible();
    await settled(page);
    const tabs = page.getByRole('tablist');
    const place = async () => (await tabs.boundingBox())!.y + (await page.evaluate(() => window.scrollY));
    const before = await place();
    await page.getByRole('button', { name: 'Mark Complete' }).first().tap();
    await expect(page.getByRole('link', { name: 'Your meal with Ana is complete' })).toHaveCount(1);
    await settled(page);
    expect(Math.abs((await place()) - before)).toBeLessThan(8);
    await page.reload();
    await expect(page.getByText('Next meal: with Maximiliane')).toBeVisible();
  },
);
