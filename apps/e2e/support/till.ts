import type { Page } from '@playwright/test';
import { startFakeStripe, type FakeStripe } from '@spareswipe/fake-stripe';
import type { Student } from './students.js';
import { settingsOfAnother, startApi } from './system.js';
import { test as base } from './test.js';

const STRIPE_JS = 'https://js.stripe.com';
const STRIPE_API = 'https://api.stripe.com';

interface Till {
  origin: string;
  stripe: FakeStripe;
}

/** Starts a second process of the API on the same database, with payments through the fake Stripe. */
async function openTill() {
  const settings = await settingsOfAnother();
  const origin = settings.APP_ORIGIN;
  const stripe = await startFakeStripe({ webhookUrl: `${origin}/api/payments/webhook` });
  const stop = await startApi({
    ...settings,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  });
  const close = async () => {
    await stop();
    await stripe.stop();
  };
  return { till: { origin, stripe }, close };
}

/** Redirects the page's calls to Stripe's hosts to the fake Stripe. The page does not notice. */
export async function routeStripe(page: Pick<Page, 'route'>, { stripe }: Pick<Till, 'stripe'>) {
  await page.route(/^https:\/\/(js|api)\.stripe\.com\//, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${stripe.url}${pathname}${search}` }) });
  });
}

/** Tests of buying meals. `atTill` opens a screen as a student, by default the purchase page. */
export const testAtTill = base.extend<{ atTill: (student: Student, path?: string) => Promise<Page> }, { till: Till }>({
  till: [
    async ({}, use) => {
      const { till, close } = await openTill();
      await use(till);
      await close();
    },
    { scope: 'worker', timeout: 100_000 },
  ],
  origins: async ({ till }, use) => use([till.origin, STRIPE_JS, STRIPE_API]),
  atTill: async ({ openAs, till }, use) =>
    use(async (student, path = '/purchase-meals') => {
      const page = await openAs(student);
      await routeStripe(page, till);
      await page.goto(path);
      return page;
    }),
});
