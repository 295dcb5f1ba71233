import type { Page } from '@playwright/test';
import { startPushService, type PushServiceStandIn } from '@spareswipe/local-services';
import { endUndo, moveDeadline } from '../support/campus.js';
import { withPushService } from '../support/push-phone.js';
import { acceptedMatch, api, postedRequest, studentAt, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 }, hasTouch: true });

let service: PushServiceStandIn;
test.beforeAll(async () => void (service = await startPushService()));
test.afterAll(() => service.close());

/** Waits until the worker runs this page, as after a second visit. */
const controlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none')).toBe('activated');

/** Only for the student's own exchange: other tests post requests on this campus, too. */
async function turnOn(page: Page, { token }: Student) {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('On: you hear of your requests and promises at once.')).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible();
  await api(token).alerts.changeSettings({ body: { push: false } });
  await controlled(page);
}

test('a student is alerted to a request on the phone, accepts it, and the requester is notified', async ({
  openAs,
}) => {
  const [ana, ben] = [await studentAt('duke', 'Ana Pushed'), await studentAt('duke', 'Ben Pushed')];
  const [anas, bens] = [await openAs(ana), await openAs(ben)];
  const phones = [await withPushService(anas, ana, service), await withPushService(bens, ben, service)] as const;
  await turnOn(anas, ana);
  await turnOn(bens, ben);
  // the browser drops the subscription, and the app renews it when it opens
  const subscription = () => anas.evaluate(() => localStorage.getItem('stand-in subscription'));
  await anas.evaluate(() => localStorage.removeItem('stand-in subscription'));
  await anas.reload();
  await expect.poll(subscription).not.toBeNull();
  const awake = { from: '00:00', until: '00:00' };
  await api(ben.token).alerts.changeSettings({ body: { push: true, quietHours: awake, helpToday: true } });

  const request = await postedRequest(ana, { mealDescription: 'Secret soup', urgency: 'high' });
  const wanted = await phones[1].nextNotification();
  expect(wanted.title).toBe('Can you help with a meal?');
  expect(wanted.body).toMatch(/^Dinner at Duke University, until /);
  expect(JSON.stringify(wanted)).not.toMatch(/Secret soup|Arrillaga|Ana/);

  await phones[1].press(wanted);
  await expect(bens).toHaveURL(new RegExp(`/requests\\?.*open=${request._id}`));
  const opened = bens.getByRole('region', { name: 'Can you help?' });
  await expect(opened.getByText('Secret soup')).toBeVisible();
  await opened.getByRole('button', { name: /^Accept/ }).click();
  await expect(bens.getByText('Request accepted! Contact information has been shared via email.')).toBeVisible();
  await endUndo(ben);
  expect((await phones[0].nextNotification()).title).toBe('Your request was accepted');
  expect(service.problems).toEqual([]);
});

test('a press opens a window where no tab of the app is open', { tag: '@full' }, async ({ openAs, student }) => {
  const nina = await student('Nina Notab');
  const page = await openAs(nina);
  const phone = await withPushService(page, nina, service);
  await turnOn(page, nina);
  await api(nina.token).alerts.test();
  const shown = await phone.nextNotification();
  expect(shown.title).toBe('Notifications work');
  await page.close();
  await phone.press(shown);
  await expect.poll(() => phone.openedWindows()).toEqual(['/profile']);
});

test(
  'the app starts without a network, and keeps nothing of the API',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Olga Offline'));
    await page.goto('/dashboard');
    await controlled(page);
    await page.context().setOffline(true);
    await page.goto('/matches').catch(() => undefined);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByText(/offline/i).first()).toBeVisible();
    await page.context().setOffline(false);
    const kept = await page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      return (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
    // only operators open the desk
    expect(kept.filter((path) => path.includes('desk'))).toEqual([]);
  },
);

test('a reload without a network shows the next meal with the phone number, until the log-out', async ({
  openAs,
  student,
}) => {
  const [ana, ben] = [await student('Ana Offline'), await student('Ben Offline')];
  const { _id: id } = await postedRequest(ana);
  await acceptedMatch(ben, id);
  await endUndo(ben);
  await moveDeadline(id, 20);
  const page = await openAs(ben);
  await page.goto('/matches');
  await expect(page.getByText(ana.phoneNumber)).toBeVisible();
  await controlled(page);
  await page.context().setOffline(true);
  await page.reload();
  const meal = page.getByRole('region', { name: 'Next meal' });
  await expect(meal.getByText(ana.phoneNumber)).toBeVisible();
  await expect(meal.getByText("Ana's phone shows the same.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Ana');
});

test('nobody stays on an old version while there is a network', async ({ openAs, student }) => {
  const page = await openAs(await student('Nia New'));
  await page.goto('/dashboard');
  await controlled(page);
  // the worker's files are now older than the server's
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const old = () => new Response('<h1>Old version</h1>', { headers: { 'content-type': 'text/html' } });
      for (const request of await cache.keys())
        if (new URL(request.url).pathname === '/index.html') await cache.put(request, old());
    }
  });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Old version' })).toBeVisible();
});
