import { endUndo } from '../support/campus.js';
import { inHours, postedRequest, studentAt } from '../support/students.js';
import { expect, test } from '../support/test.js';

// a phone in New York
test.use({ viewport: { width: 360, height: 740 }, contextOptions: { hasTouch: true } });

const UCLA = 'University of California, Los Angeles';

test('a meal at another campus names the campus and its clock on the card, the match and the next meal', async ({
  openAs,
  student,
}) => {
  const [lea, ben] = [await studentAt('ucla', 'Lea Angeles'), await student('Ben Visits')];
  const deadline = inHours(3);
  const posted = await postedRequest(lea, {
    mealDescription: 'Tacos',
    location: 'De Neve',
    deadline,
    timeZone: 'America/Los_Angeles',
  });
  const near = await postedRequest(await student('Nora Near'), { mealDescription: 'Near soup' });
  const time = new Date(deadline).toLocaleTimeString('en-US', {
    timeZone: 'America/Los_Angeles',
    hour: 'numeric',
    minute: '2-digit',
  });

  const page = await openAs(ben);
  await page.goto(`/requests?search=${near.mealDescription}`);
  await expect(page.getByRole('article', { name: 'Near soup' }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'At other campuses' })).toHaveCount(0);
  await page.goto('/requests?search=Tacos');
  await expect(page.getByRole('heading', { name: 'At other campuses' })).toBeVisible();
  const card = page.getByRole('article', { name: 'Tacos' }).first();
  await expect(card.getByText('De Neve').locator('..')).toContainText(UCLA);
  await expect(card).toContainText(`at ${time} Pacific`);
  const accept = card.getByRole('button', { name: /^Accept/ });
  await accept.scrollIntoViewIfNeeded();
  await expect(card.getByText(UCLA), 'in sight together with Accept').toBeInViewport();
  await accept.tap();
  await expect(page.getByText("You're helping Lea")).toBeVisible();
  await endUndo(ben);

  await page.goto('/matches');
  const match = page.getByRole('article', { name: 'Tacos' });
  await expect(match).toContainText(`De Neve, ${UCLA}`);
  await expect(match).toContainText(`at ${time} Pacific`);
  await page.goto('/dashboard');
  const next = page.getByRole('region', { name: 'Next meal' });
  await expect(next).toContainText(UCLA);
  await expect(next).toContainText(`at ${time} Pacific`);
  expect(posted.campus.name).toBe(UCLA);
});

test(
  'the form speaks the clock of the phone, and says the time on a campus with another',
  { tag: '@full' },
  async ({ openAs }) => {
    const [ana, kim] = [await studentAt('ucla', 'Ana First'), await studentAt('ucla', 'Kim Travels')];
    await postedRequest(ana, { timeZone: 'America/Los_Angeles' });
    const page = await openAs(kim);
    await page.goto('/create-request');
    await page.getByLabel('What food').fill('Noodles');
    await page.getByLabel('Store').fill('De Neve');
    const day = new Date(inHours(48)).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    await page.getByLabel('Deadline date').fill(day);
    await page.getByLabel('Deadline time').fill('20:00');
    await expect(page.getByText(`At ${UCLA}:`)).toContainText('at 5:00 PM Pacific');
    const times = page.getByRole('group').filter({ has: page.getByLabel('Deadline time') });
    await expect(times).toHaveAccessibleDescription(/at 5:00 PM Pacific$/);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/requests'));
    await page.getByRole('button', { name: 'Create Request' }).tap();
    const { deadline } = (await sent).postDataJSON() as { deadline: string };
    expect(new Date(deadline).toLocaleTimeString('en-US', { timeZone: 'America/New_York' })).toBe('8:00:00 PM');
    await expect(page.getByRole('article', { name: 'Noodles' })).toContainText('at 5:00 PM Pacific');
  },
);

// New York: on November 1, 2026 the clocks go from 2 back to 1 AM
test(
  'in the night when the clocks go back, the second 1:30 can be chosen',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Nic Night'));
    await page.clock.setFixedTime('2026-10-31T22:00:00-04:00');
    await page.goto('/create-request');
    await page.getByLabel('What food').fill('Ramen');
    await page.getByLabel('Store').fill('Lakeside');
    await page.getByLabel('Deadline date').fill('2026-11-01');
    await page.getByLabel('Deadline time').fill('02:30');
    await expect(page.getByLabel('After the clocks go back')).toHaveCount(0);
    await page.getByLabel('Deadline time').fill('01:30');
    await page.getByLabel('After the clocks go back').tap();
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/requests'));
    await page.getByRole('button', { name: 'Create Request' }).tap();
    expect((await posted).postDataJSON()).toMatchObject({ deadline: '2026-11-01T06:30:00.000Z' });
  },
);
