import { foundCampus } from '../support/campus.js';
import { expectGoodScores } from '../support/lighthouse.js';
import { screens } from '../support/screens.js';
import { origin } from '../support/students.js';
import { testOnCampus as test } from '../support/test-on-campus.js';
import { routeStripe, testAtTill } from '../support/till.js';

const addressOf = ({ path }: { path: string }) => path.split('?')[0];
/** Their addresses are secrets: no search engine may list them, which Lighthouse would hold against them. */
const MAILED = ['/verify-email/', '/reset-password/'];
/** Without payments the browser logs the 503 that says so (decision 6): it is measured where meals are sold. */
const SOLD_AT_TILL = '/purchase-meals';
/** One of each address: its states share what Lighthouse measures. */
const addresses = screens.filter(
  (screen, index) =>
    ![...MAILED, SOLD_AT_TILL].some((start) => screen.path.startsWith(start)) &&
    screens.findIndex((one) => addressOf(one) === addressOf(screen)) === index,
);

for (const { name, path, as } of addresses)
  test(`Lighthouse is content with ${name}`, async ({ campus, launchOptions }) => {
    const token = as && campus[as].token;
    const performance = path === '/' ? 100 : 95;
    await expectGoodScores({ name, origin: origin(), path, token, launchOptions, performance });
  });

testAtTill('Lighthouse is content with purchase meals', async ({ till, launchOptions }) => {
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
