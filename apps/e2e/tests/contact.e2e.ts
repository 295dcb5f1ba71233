import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { expectAccessible } from '../support/accessibility.js';
import { acceptedMatch, api, postedRequest, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

async function query<Row extends object>(sql: string, parameters: unknown[]): Promise<Row[]> {
  const db = new Client(process.env.E2E_DATABASE_URL);
  await db.connect();
  const { rows } = await db.query<Row>(sql, parameters);
  await db.end();
  return rows;
}

/** The names of the mails to a student that wait or were sent, without that of the verification. */
const mailsTo = async ({ email }: Student) => {
  const mails = `SELECT data->>'mail' AS mail FROM pgboss.job
    WHERE data->'to'->>'email' = $1 AND data->>'mail' <> 'verification'`;
  return (await query<{ mail: string }>(mails, [email])).map(({ mail }) => mail);
};
const credits = async ({ token }: Student) => {
  const me = await api(token).users.me();
  return me.status === 200 ? me.body.user.credits : undefined;
};
const contact = (page: Page, name: string) => page.getByRole('region', { name: `Contact ${name}` });

test('an accept that is undone in 10 seconds gives nobody anything', async ({ openAs, student }) => {
  const [ana, ben] = [await student('Ana Undone'), await student('Ben Undoes')];
  await acceptedMatch(ben, (await postedRequest(ana))._id);
  const page = await openAs(ben);
  await page.goto('/matches');
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByText('You let this one go')).toBeVisible();
  await expect(page.getByText(ana.phoneNumber)).toBeHidden();
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
  await Promise.all([anas.goto('/dashboard'), bens.goto('/dashboard')]);
  // comes by itself, 10 seconds after the accept
  for (const [page, other] of [
    [anas, ben],
    [bens, ana],
  ] as const) {
    const call = contact(page, other.name).getByRole('link', { name: `Call ${other.name}` });
    await expect(call).toHaveAttribute('href', `tel:${other.phoneNumber}`);
    await expect(contact(page, other.name).getByText(other.email)).toBeInViewport();
  }

  await query(`UPDATE meal_requests SET deadline = now() + interval '20 min' WHERE id = $1`, [request._id]);
  await Promise.all([anas.reload(), bens.goto('/matches')]);
  const meetings = [
    anas.getByRole('region', { name: `Meet ${ben.name}` }),
    bens.getByRole('region', { name: `Meet ${ana.name}` }),
  ] as const;
  const [code, same] = await Promise.all(meetings.map((meeting) => meeting.locator('strong').textContent()));
  expect(code).toMatch(/^[A-Z][a-z]+ [a-z]+$/);
  expect(same).toBe(code);
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
  await expect(meetings[1].getByText(`${ana.name} is there.`)).toBeVisible();
  await meetings[0].getByRole('button', { name: "It's them" }).tap();
  await expect(meetings[0].getByRole('button', { name: 'Waiting for their press' })).toBeVisible();
  expect(await credits(ben)).toBe(2);
  await meetings[1].getByRole('button', { name: "It's them" }).tap();
  await expect(bens.getByRole('article').getByText('Completed')).toBeVisible();
  expect([await credits(ana), await credits(ben)]).toEqual([1, 3]);
});

test('both lists show the next meal above their tabs, one press away from the other student', async ({
  openAs,
  student,
}) => {
  const [ana, ben] = [await student('Ana Next'), await student('Ben Next')];
  await acceptedMatch(ben, (await postedRequest(ana))._id);
  const page = await openAs(ana);
  for (const path of ['/my-requests', '/matches']) {
    await page.goto(path);
    await expect(page.getByText('Next meal: with Ben Next')).toBeInViewport();
    // comes by itself, 10 seconds after the accept
    const call = page.getByRole('link', { name: `Call ${ben.name}` }).first();
    await expect(call).toBeInViewport();
    await expect(call).toHaveAttribute('href', `tel:${ben.phoneNumber}`);
    const tabs = (await page.getByRole('tablist').boundingBox())!;
    expect((await call.boundingBox())!.y).toBeLessThan(tabs.y);
  }
});
