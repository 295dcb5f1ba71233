import { foundCampus } from '../support/campus.js';
import { expectGoodScores } from '../support/lighthouse.js';
import { screens } from '../support/screens.js';
import { origin } from '../support/students.js';
import { testOnCampus as test } from '../support/test-on-campus.js';
import { routeStripe, testAtTill } from '../support/till.js';

const addressOf = ({ path }: { path: string }) => path.split('?')[0];
/** These addresses are secret, so search engines may not list them, and Lighthouse would lower their score for that. */
const MAILED = ['/verify-email/', '/reset-password/'];
/** Measured with payments on: without them the browser logs a 503 (decision 6). */
const SOLD_AT_TILL = '/purchase-meals';
/** One screen per address: the states of a screen have the same scores. */
const addresses = screens.filter(
  (screen, index) =>
    ![...MAILED, SOLD_AT_TILL].some((start) => screen.path.startsWith(start)) &&
    screens.findIndex((one) => addressOf(one) === addressOf(screen)) === index,
);

for (const { name, path, as } of addresses)
  test(`${name}: has good Lighthouse scores`, async ({ campus, launchOptions }) => {
    const token = as && campus[as].token;
    const performance = path === '/' ? 100 : 95;
    await expectGoodScores({ name, origin: origin(), path, token, launchOptions, performance });
  });

testAtTill('purchase meals: has good Lighthouse scores', async ({ till, launchOptions }) => {
  const { mia } = await foundCampus();
  await expectGoodScores({
    name: 'purchase meals',
    origin: till.origin,
    path: SOLD_AT_TILL,
    token: mia.token,
    launchOptions,
    arrange: (browser) => routeStripe(browser, till),
  });
});
