import { atOnce, ok } from '../../support/responses.js';
import { givenIn } from '../../support/given.js';
import { openInbox } from '../../support/inbox.js';
import { startApi } from '../../support/start-api.js';

const EXCHANGES = 10;

let inbox = await openInbox();
const api = await startApi({ inbox });
afterAll(async () => {
  await api.stop();
  await inbox.close();
});

/** Students meet and complete their exchanges. Returns their addresses and how long an accept took. */
async function exchanges() {
  const given = givenIn(api.db);
  const times: number[] = [];
  const pairs = await atOnce(EXCHANGES, async () => [await given.student(), await given.student()] as const);
  for (const [ruth, finn] of pairs) {
    const requestId = await given.request({ by: ruth });
    const before = performance.now();
    const { match } = ok(await api.as(finn).matches.accept({ body: { requestId } }));
    times.push(performance.now() - before);
    ok(await api.as(ruth).matches.complete({ params: { id: match._id } }));
  }
  times.sort((a, b) => a - b);
  return { emails: pairs.flat().map(({ email }) => email), medianMs: times[EXCHANGES / 2]! };
}

it('lets students meet at normal speed while the mail server is down, and mails each of them once when it is back', async () => {
  const usual = await exchanges();
  for (const email of usual.emails) await inbox.waitForMail(email);

  await inbox.close();
  const meanwhile = await exchanges();
  console.info(
    `accepting took ${usual.medianMs.toFixed(0)} ms, and ${meanwhile.medianMs.toFixed(0)} ms without a mail server`,
  );
  expect(meanwhile.medianMs).toBeLessThan(usual.medianMs * 3 + 20);

  inbox = await openInbox({ port: inbox.smtpPort });
  for (const email of meanwhile.emails) await inbox.waitForMail(email);
  for (const email of meanwhile.emails) expect(inbox.to(email)).toHaveLength(1);
});
