import { atOnce, tally } from '../../support/responses.js';
import { createTestDatabase } from '../../support/database.js';
import { givenIn } from '../../support/given.js';
import { openProxy } from '../../support/postgres-proxy.js';
import { startApi } from '../../support/start-api.js';

it('serves and mails again within 30 s after PostgreSQL vanished without closing its connections', async () => {
  const db = await createTestDatabase();
  const proxy = await openProxy(db.url);
  const api = await startApi({ db, settings: { DATABASE_URL: proxy.url } });
  const student = await givenIn(db).student();
  const call = () => api.as(student).users.me();
  await atOnce(20, call); // opens all connections
  proxy.vanish();
  const lostAt = Date.now();
  const responses = await atOnce(20, call);
  expect(Object.keys(tally(responses))).toEqual(['503 BUSY']);
  expect(responses[0]!.body).toMatchObject({ success: false, retryAfterSeconds: 1 });
  expect((await call()).status).toBe(200);
  expect((await api.client().auth.forgotPassword({ body: { email: student.email } })).status).toBe(200);
  await api.inbox.waitForMail(student.email, 'password');
  expect(Date.now() - lostAt).toBeLessThan(30_000);
  await api.stop();
  await proxy.close();
  await db.close();
});
