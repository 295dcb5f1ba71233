import { ALERTS_PER_REQUESTER_DAY } from '@spareswipe/contract';
import { alertsIn, idsOf, newCampus } from '../../../test/support/alerts.js';
import { short } from '../../../test/support/levels.js';
import { ok } from '../../../test/support/responses.js';
import type { GivenStudent } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';
import { startCampus } from '../../../test/support/campus.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

const { api, given } = await startCampus();
const second = await startApi({ db: api.db, inbox: api.inbox });
const alerts = alertsIn(api, given);
beforeEach(() => api.forgetLimits());
afterAll(() => second.stop());

const HOUR_MS = 3_600_000;
const inHours = (count: number) => new Date(Date.now() + count * HOUR_MS);
async function post(
  by: GivenStudent,
  { deadline = inHours(2), mealDescription = 'Secret soup' } = {},
): Promise<string> {
  const body = lunch({ mealDescription, location: 'Hidden Hall', deadline: deadline.toISOString() });
  return ok(await api.as(by).requests.create({ body })).request._id;
}

describe('a student who posts a request', () => {
  it('reaches another student of the campus by a mail that names neither requester nor food nor place', async () => {
    const campus = newCampus();
    const fay = await alerts.helper(campus, { timeZone: 'America/Chicago' });
    const ruth = await given.student({ name: 'Ruth Requester', institution: campus });
    const id = await post(ruth);
    const mail = await api.inbox.waitForMail(fay.email, 'needs a meal');
    expect(mail.text).toContain('needs lunch');
    expect(mail.text).toContain(campus);
    expect(mail.text).toContain(`https://swipes.example.edu/requests?open=${id}&alert=1`);
    expect(mail.text).toContain('because you switched on alerts by mail');
    const [{ text: job }] = (await api.db.query<{ text: string }>(
      `SELECT data::text AS text FROM pgboss.job WHERE data->'to'->>'email' = $1`,
      [fay.email],
    )) as [{ text: string }];
    for (const secret of ['Ruth', ruth.email, '555 010 0100', 'Secret soup', 'Hidden Hall'])
      for (const said of [mail.subject, mail.text, mail.html, job]) expect(said).not.toContain(secret);
  });

  it('shows food and place only to a student who chose details', async () => {
    const campus = newCampus();
    const fay = await alerts.helper(campus, { showDetails: true });
    await post(await given.student({ institution: campus }));
    const { subject, text } = await api.inbox.waitForMail(fay.email, 'needs a meal');
    expect(text).toContain('Secret soup');
    expect(text).toContain('Hidden Hall');
    expect(subject).not.toContain('Secret soup');
  });

  it.each(['https://evil.example/login', 'http://134744072/login', 'evil。example'])(
    'mails no link %s',
    async (link) => {
      const campus = newCampus();
      const fay = await alerts.helper(campus, { showDetails: true });
      const mealDescription = `Your account is locked: ${link}`;
      await post(await given.student({ institution: campus }), { mealDescription });
      const { text } = await api.inbox.waitForMail(fay.email, 'needs a meal');
      for (const words of ['locked', 'Hidden Hall']) expect(text).not.toContain(words);
    },
  );

  it('reaches four at once, then the others, each of them once', async () => {
    const campus = newCampus();
    const helpers = await alerts.helpers(campus, 9);
    const id = await post(await given.student({ institution: campus }));
    await alerts.waves(id, 1);
    expect(await alerts.heard(id)).toHaveLength(4);
    await alerts.pausePasses(id);
    await alerts.waves(id, 2);
    expect(await alerts.heard(id)).toHaveLength(8);
    await alerts.pausePasses(id);
    await alerts.waves(id, 3);
    await alerts.pausePasses(id);
    await alerts.waves(id, 4);
    expect((await alerts.heard(id)).sort()).toEqual(idsOf(helpers));
    for (const { email } of helpers) await api.inbox.waitForMail(email, 'needs a meal');
    for (const { email } of helpers) expect(api.inbox.to(email)).toHaveLength(1);
  });

  it('reaches nobody until a day before the deadline, unless it is urgent', async () => {
    const campus = newCampus();
    await alerts.helpers(campus, 1);
    const ruth = await given.student({ institution: campus, credits: 5 });
    const [later, urgent] = [
      await given.request({ by: ruth, deadline: inHours(72) }),
      await given.request({ by: ruth, deadline: inHours(72), urgency: 'high' }),
    ];
    await alerts.waves(urgent, 1);
    expect(await alerts.heard(urgent)).toHaveLength(1);
    await until('the request to be put off', async () => {
      const [row] = await api.db.query<{ dueAt: Date }>(
        'SELECT due_at AS "dueAt" FROM alert_waves WHERE request_id = $1',
        [later],
      );
      return Math.abs(row!.dueAt.getTime() - inHours(48).getTime()) < 60_000;
    });
    expect(await alerts.heard(later)).toEqual([]);
  });
});

describe('the waves of a request end', () => {
  it.each<[string, (requestId: string, requester: GivenStudent, helper: GivenStudent) => Promise<unknown>]>([
    [
      'when it is taken',
      async (requestId, _, helper) => ok(await api.as(helper).matches.accept({ body: { requestId } })),
    ],
    ['when it is cancelled', async (id, requester) => ok(await api.as(requester).requests.cancel({ params: { id } }))],
    ['when its deadline passes', (id) => api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = $1', [id])],
  ])('%s', async (_, happens) => {
    const campus = newCampus();
    const [first] = await alerts.helpers(campus, 5);
    const ruth = await given.student({ institution: campus });
    const id = await post(ruth);
    await alerts.waves(id, 1);
    await happens(id, ruth, first!);
    await alerts.pausePasses(id);
    await alerts.noMoreWaves(id);
    expect(await alerts.heard(id)).toHaveLength(4);
  });

  it('and begin again when the fulfiller releases the match, without alerting the fulfiller again', async () => {
    const campus = newCampus();
    const [fay] = await alerts.helpers(campus, 1);
    const id = await post(await given.student({ institution: campus }));
    await alerts.waves(id, 1);
    // an alert that is not sent before the accept is dropped
    await api.inbox.waitForMail(fay!.email, 'needs a meal');
    const { match } = ok(await api.as(fay!).matches.accept({ body: { requestId: id } }));
    await alerts.pausePasses(id);
    await alerts.noMoreWaves(id);
    const [gus] = await alerts.helpers(campus, 1);
    ok(await api.as(fay!).matches.release({ params: { id: match._id } }));
    await alerts.waves(id, 1);
    expect((await alerts.heard(id)).sort()).toEqual(idsOf([fay!, gus!]));
    const alertsOf = ({ email }: GivenStudent) =>
      api.inbox.to(email).filter(({ subject }) => subject.includes('needs a meal'));
    await until('both alerts to arrive', () => alertsOf(fay!).length > 0 && alertsOf(gus!).length > 0);
    expect(alertsOf(fay!)).toHaveLength(1);
  });
});

it('while its campus is paused, a request reaches nobody; its waves go on when the campus opens again', async () => {
  const campus = newCampus();
  const helpers = await alerts.helpers(campus, 5);
  const id = await post(await given.student({ institution: campus }));
  await alerts.waves(id, 1);
  await alerts.pauseCampus(campus);
  await alerts.pausePasses(id);
  await until('the next wave to be put off', async () => {
    const rows = await api.db.query('SELECT FROM alert_waves WHERE request_id = $1 AND due_at > now()', [id]);
    return rows.length > 0;
  });
  expect(await alerts.heard(id)).toHaveLength(4);
  await alerts.openCampus(campus);
  await alerts.pausePasses(id);
  await alerts.waves(id, 2);
  expect((await alerts.heard(id)).sort()).toEqual(idsOf(helpers));
});

describe('the requests of one student', () => {
  /**
   * Records this many alerts an hour ago, for requests of this student that are now cancelled. Call it before there are
   * helpers, who would get real alerts.
   */
  async function alertsCaused(by: GivenStudent, count: number): Promise<void> {
    const strangers = await Promise.all(Array.from({ length: 20 }, () => given.student()));
    for (let left = count; left > 0; left -= strangers.length)
      await api.db.query(
        `INSERT INTO alerts (request_id, student_id, wave, alerted_at)
         SELECT $1, unnest($2::uuid[]), 1, now() - interval '1 h'`,
        [await given.cancelled({ by }), strangers.slice(0, left).map(({ id }) => id)],
      );
  }
  const putOff = (id: string) =>
    until('the next wave to be put off', async () => {
      const rows = await api.db.query('SELECT FROM alert_waves WHERE request_id = $1 AND due_at > now()', [id]);
      return rows.length > 0;
    });

  it(`cause at most ${ALERTS_PER_REQUESTER_DAY} alerts in 24 hours, cancelled ones and other accounts of the mailbox included; other students still reach helpers`, async () => {
    const campus = newCampus();
    const [greedy, honest] = [
      await given.student({ institution: campus }),
      await given.student({ institution: campus }),
    ];
    const again = await given.student({ institution: campus });
    await api.db.query('UPDATE students SET mailbox = (SELECT mailbox FROM students WHERE id = $1) WHERE id = $2', [
      greedy.id,
      again.id,
    ]);
    await alertsCaused(greedy, ALERTS_PER_REQUESTER_DAY - 1);
    const helpers = await alerts.helpers(campus, 6);
    const id = await post(again);
    await alerts.waves(id, 1);
    expect(await alerts.heard(id)).toHaveLength(1);
    await alerts.pausePasses(id);
    await putOff(id);
    expect(await alerts.heard(id)).toHaveLength(1);
    const other = await post(honest);
    await alerts.waves(other, 1);
    expect(await alerts.heard(other)).toHaveLength(4);
    await api.db.query(`UPDATE alerts SET alerted_at = alerted_at - interval '1 day'`);
    await alerts.pausePasses(id);
    await alerts.waves(id, 2);
    await alerts.pausePasses(id);
    await alerts.waves(id, 3);
    expect((await alerts.heard(id)).sort()).toEqual(idsOf(helpers));
  });
});

describe('two processes at once', () => {
  it('alert every student exactly once, whichever of them takes a wave', async () => {
    const campuses = Array.from({ length: short(4, { full: 12 }) }, newCampus);
    const helpers = (await Promise.all(campuses.map((campus) => alerts.helpers(campus, 8)))).flat();
    const requests: string[] = [];
    for (const institution of campuses)
      requests.push(await given.request({ by: await given.student({ institution }) }));
    for (let round = 1; round <= 3; round++) {
      await Promise.all(requests.map((id) => alerts.waves(id, round)));
      await alerts.pausePasses(...requests);
    }
    await Promise.all(requests.map((id) => alerts.waves(id, 4)));
    expect((await Promise.all(requests.map(alerts.heard))).flat().sort()).toEqual(idsOf(helpers));
    await until('a mail to every student', () => helpers.every(({ email }) => api.inbox.to(email).length > 0));
    expect(helpers.map(({ email }) => api.inbox.to(email).length)).toEqual(helpers.map(() => 1));
  });

  it('give nobody more than 3 alerts a day, however many requests are posted at once', async () => {
    const campus = newCampus();
    const helpers = await alerts.helpers(campus, 2);
    const requesters = await Promise.all(Array.from({ length: 12 }, () => given.student({ institution: campus })));
    const requests = await Promise.all(requesters.map((by) => given.request({ by })));
    for (let round = 1; round <= 3; round++) {
      await Promise.all(requests.map((id) => alerts.waves(id, round)));
      await alerts.pausePasses(...requests);
    }
    await Promise.all(requests.map((id) => alerts.waves(id, 4)));
    const heard = (await Promise.all(requests.map(alerts.heard))).flat();
    expect(heard.sort()).toEqual(helpers.flatMap(({ id }) => [id, id, id]).sort());
  });

  it('alert nobody twice when a wave runs again', async () => {
    const campus = newCampus();
    const helpers = await alerts.helpers(campus, 4);
    const id = await post(await given.student({ institution: campus }));
    await alerts.waves(id, 1);
    await api.db.query('UPDATE alert_waves SET wave = 0, due_at = now() WHERE request_id = $1', [id]);
    await alerts.waves(id, 1);
    expect(await alerts.heard(id)).toHaveLength(4);
    for (const { email } of helpers) await api.inbox.waitForMail(email, 'needs a meal');
    expect(helpers.map(({ email }) => api.inbox.to(email).length)).toEqual([1, 1, 1, 1]);
  });
});
