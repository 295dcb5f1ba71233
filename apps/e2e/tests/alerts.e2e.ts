import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../support/accessibility.js';
import { mailTo } from '../support/inbox.js';
import { inHours, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ viewport: { width: 360, height: 740 } });

test(
  'a request reaches a helper by mail, whose link leads to it, and one press ends the mails without a log-in',
  { tag: '@full' },
  async ({ openAs }) => {
    // a separate campus, since requests of other tests would use up the alerts of the day
    const campus = `alerts${randomUUID().slice(0, 8)}.edu`;
    const asks = await verifiedStudent('Ana Asks', { email: `ana@${campus}` });
    const helps = await verifiedStudent('Ben Helps', { email: `ben@${campus}` });
    const page = await openAs(helps);
    await page.goto('/profile#alerts');
    const alerts = page.locator('#alerts');
    const email = alerts.getByRole('checkbox', { name: 'Mail' });
    await expect(email).toBeInViewport();
    await expectAccessible(page, 'alerts in the profile');

    await email.focus();
    await page.keyboard.press('Space');
    await alerts.getByText('More', { exact: true }).click();
    for (const label of ['From', 'Until']) {
      await alerts.getByLabel(label, { exact: true }).focus();
      await page.keyboard.type('1200AM');
    }
    await expect(alerts.getByText(/^The same time twice: no quiet hours/)).toBeVisible();
    await expect(alerts.getByText('Saved.')).toBeVisible();
    await page.reload();
    await expect(email).toBeChecked();
    await expect(alerts.getByLabel('From', { exact: true })).toHaveValue('00:00');

    const { _id } = await postedRequest(asks, { mealDescription: 'Ramen', deadline: inHours(3) });
    const mail = await mailTo(helps.email, /needs a meal/);
    for (const secret of ['Ramen', asks.name, asks.email, asks.phoneNumber]) expect(mail.text).not.toContain(secret);
    const link = new URL(mail.text.match(/https?:\/\/\S+\/requests\?\S+/)![0]);
    expect(link.searchParams.get('open')).toBe(_id);
    await page.goto(link.href);
    const shared = page.getByRole('region', { name: 'Can you help?' });
    await shared.getByRole('button', { name: 'Accept Request' }).click();
    await expect(shared.getByText("You're helping Ana")).toBeVisible();

    const address = mail.headers['list-unsubscribe']!.slice(1, -1);
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(address, {
      method: 'POST',
      headers: asForm,
      body: mail.headers['list-unsubscribe-post'],
    });
    expect(answer.status).toBe(200);
    await page.goto('/profile');
    await expect(email).not.toBeChecked();
    await expect(alerts.getByLabel('From', { exact: true })).toHaveValue('00:00');

    const visitor = await openAs();
    await visitor.goto(mail.text.match(/https?:\/\/\S+\/unsubscribe\/\S+/)![0]);
    await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(visitor.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
    await expectAccessible(visitor, 'unsubscribed');
  },
);
