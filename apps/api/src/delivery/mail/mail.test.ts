import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { ok } from '../../../test/support/responses.js';
import { givenIn, type GivenStudent } from '../../../test/support/given.js';
import { failedTry, openInbox } from '../../../test/support/inbox.js';
import { inFull } from '../../../test/support/levels.js';
import { startCampus } from '../../../test/support/campus.js';
import { startApi } from '../../../test/support/start-api.js';
import { undoTimePasses } from '../../../test/support/time-passes.js';
import { until } from '../../../test/support/until.js';
import { jobQueues, SUPERVISION_SECONDS } from '../../platform/jobs/queues.js';

const TEMPLATES = new URL('./templates/', import.meta.url);

const { api, given } = await startCampus();
beforeEach(() => api.forgetLimits());
afterEach(() => api.inbox.refuse(undefined));

async function accept(fulfiller: GivenStudent, requestId: string, message?: string) {
  const answer = await api.as(fulfiller).matches.accept({ body: { requestId, message } });
  await undoTimePasses(api.db.pool);
  return answer;
}
const forgot = (email: string, at = api) => at.client().auth.forgotPassword({ body: { email } });
const deadLetters = async () => {
  const jobs = `SELECT source_output ->> 'reason' AS reason FROM pgboss.job WHERE name = 'mail-dead'`;
  return (await api.db.query<{ reason: string }>(jobs)).map(({ reason }) => reason);
};

describe('the mails of a match', () => {
  const HTML = '<img src=x onerror=alert(1)>';
  const deadline = new Date('2031-11-20T18:00:00Z');

  it('tell each side everything they need to meet, with a calendar file [spec §1.6]', async () => {
    const ruth = await given.student({ name: 'Ruth Requester' });
    const fay = await given.student({ name: 'Fay Fulfiller' });
    const requestId = await given.request({
      by: ruth,
      mealDescription: 'Ramen bowl',
      location: 'North Hall',
      deadline,
    });
    ok(await accept(fay, requestId, 'Support here: https://pay.example'));
    const [toRuth, toFay] = [await api.inbox.waitForMail(ruth.email), await api.inbox.waitForMail(fay.email)];
    for (const [mail, other] of [
      [toRuth, { name: 'Fay Fulfiller', email: fay.email }],
      [toFay, { name: 'Ruth Requester', email: ruth.email }],
    ] as const) {
      for (const text of [mail.text, mail.html])
        for (const fact of [
          other.name,
          other.email,
          '+1 555 010 0100',
          'Ramen bowl',
          'lunch',
          'North Hall',
          'Thursday, November 20, 2031 at 1:00 PM Eastern',
        ])
          expect(text).toContain(fact);
      expect(mail.subject).toContain("It's a match!");
      for (const text of [mail.text, mail.html]) expect(text).not.toContain('pay.example');
      const [file] = mail.attachments;
      expect(file!.filename).toBe('meal.ics');
      expect(file!.content).toContain('DTSTART:20311120T180000Z');
      expect(file!.content).toContain('LOCATION:North Hall');
      expect(file!.content).toContain(other.name);
      const unfolded = file!.content.replaceAll('\r\n ', '');
      for (const fact of [other.email, '+1 555 010 0100']) expect(unfolded).not.toContain(fact);
    }
  });

  it('name the local day where it differs from the day in UTC', async () => {
    const fay = await given.student();
    const requestId = await given.request({ deadline: new Date('2031-11-21T00:30:00Z') });
    ok(await accept(fay, requestId));
    const { text, html } = await api.inbox.waitForMail(fay.email);
    for (const body of [text, html]) {
      expect(body).toContain('Thursday, November 20, 2031 at 7:30 PM Eastern');
    }
  });

  it('show what students wrote as text, never as markup or as a header [asvs V1.2a]', async () => {
    const ruth = await given.student({ name: 'Ruth "<b>" {{secret}}' });
    const requestId = await given.request({
      by: ruth,
      mealDescription: HTML,
      location: '{{to.email}}',
      description: HTML,
    });
    const fay = await given.student();
    ok(await accept(fay, requestId));
    const mail = await api.inbox.waitForMail(fay.email);
    expect(mail.html).not.toContain('<img');
    expect(mail.html).not.toContain('<b>"');
    expect(mail.html).toContain('&lt;img src');
    expect(mail.text).toContain(HTML);
    expect(mail.text).toContain('{{to.email}}');
  });
});

it.each(readdirSync(TEMPLATES))('%s spells "fulfill" as the screens do', (template) => {
  expect(readFileSync(new URL(template, TEMPLATES), 'utf8')).not.toMatch(/fulfil(?!l)/i);
});

describe('a mail server', () => {
  it('that says "not now" is tried again, and the mail arrives once', async () => {
    const sam = await given.student();
    api.inbox.refuse(450);
    ok(await forgot(sam.email));
    await failedTry(api.db, sam.email);
    api.inbox.refuse(undefined);
    await api.inbox.waitForMail(sam.email);
    expect(api.inbox.to(sam.email)).toHaveLength(1);
  });

  it('that says "never" is not tried again: the mail becomes a dead letter, its reason without an address', async () => {
    const sam = await given.student();
    api.inbox.refuse(550);
    ok(await forgot(sam.email));
    await until('the dead letter', async () => (await deadLetters()).length === 1);
    expect(await deadLetters()).toEqual(['SMTP EENVELOPE 550']);
    expect(await (await api.fetch('/api/metrics')).text()).toContain('\nmail_dead_letter_size 1\n');
    expect(JSON.stringify(await api.logs())).not.toContain(sam.email);
  });

  inFull(() => {
    it('that is down delays no student and loses no mail', async () => {
      const port = await freePort();
      const cut = await startApi({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
      const students = await Promise.all(Array.from({ length: 5 }, () => givenIn(cut.db).student()));
      const started = Date.now();
      await Promise.all(students.map(async ({ email }) => ok(await forgot(email, cut))));
      expect(Date.now() - started).toBeLessThan(3000);
      for (const { email } of students) await failedTry(cut.db, email);
      const back = await openInbox({ port });
      for (const { email } of students) await back.waitForMail(email);
      expect(back.mails).toHaveLength(5);
      await cut.stop();
      await back.close();
    });
  });
});

it('gives a killed worker’s job to another within a minute', () => {
  const mail = jobQueues.find(({ name }) => name === 'mail')!;
  const [secondRound, firstRetry, poll] = [2 * SUPERVISION_SECONDS, 2, 1];
  expect(mail.expireInSeconds! + secondRound + firstRetry + poll).toBeLessThan(60);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
