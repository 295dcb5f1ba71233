import { startCampus } from '../../../test/support/campus.js';
import { ok } from '../../../test/support/responses.js';
import { givenIn } from '../../../test/support/given.js';
import { failedTry } from '../../../test/support/inbox.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

/** What takes the worker's time limit, or a round of the queue's supervision. */

const { api, given } = await startCampus();

const forgot = (email: string, at = api) => at.client().auth.forgotPassword({ body: { email } });

it('a mail server that takes longer than a job may is disconnected, and the mail arrives once', async () => {
  const sam = await given.student();
  api.inbox.slowDown(9_000);
  ok(await forgot(sam.email));
  await failedTry(api.db, sam.email);
  api.inbox.slowDown(0);
  await api.inbox.waitForMail(sam.email);
  await api.inbox.idle();
  expect(api.inbox.to(sam.email)).toHaveLength(1);
}, 40_000);

it('a mail is sent again when its worker is killed, with the same message id', async () => {
  const victim = await startApi({ own: 'kills' });
  const sam = await givenIn(victim.db).student();
  const silence = victim.inbox.fallSilent();
  ok(await forgot(sam.email, victim));
  await silence; // the mail server has the whole mail and never acknowledges it
  await victim.kill();
  const heir = await startApi({ db: victim.db, inbox: victim.inbox });
  // 20 s, which this test does not wait for; the next round of supervision is due
  await victim.db.query(`UPDATE pgboss.job SET started_on = started_on - interval '20 s' WHERE name = 'mail'`);
  await victim.db.query('UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL');
  await until('the second delivery', () => victim.inbox.to(sam.email).length === 2);
  const [first, second] = victim.inbox.to(sam.email);
  expect(second!.messageId).toBe(first!.messageId);
  await heir.stop();
  await victim.inbox.close();
  await victim.db.close();
});

it('a mail is deleted a quarter of an hour after it was sent, with the address it was sent to [asvs V14.2b]', async () => {
  const sam = await given.student();
  ok(await forgot(sam.email));
  await api.inbox.waitForMail(sam.email);
  const jobs = `SELECT state FROM pgboss.job j WHERE j::text LIKE '%' || $1 || '%'`;
  const finished = async () => (await api.db.query(jobs, [sam.email])).every(({ state }) => state === 'completed');
  await until('the job to complete', finished);
  await api.db.query(`UPDATE pgboss.job SET completed_on = completed_on - interval '14 min'`);
  await api.db.query('UPDATE pgboss.queue SET maintain_on = NULL'); // the next round of maintenance is due
  await until('the job to be deleted', async () => (await api.db.query(jobs, [sam.email])).length === 0);
});
