import type { Failure } from '@spareswipe/contract';
import { deskContract } from '@spareswipe/contract/desk';
import type { AppRoute } from '@ts-rest/core';
import { ok } from '../support/responses.js';
import { NO_SETTINGS, openDesk, REASON } from '../support/desk.js';
import { NO } from '../support/exchanges.js';
import type { GivenOperator } from '../support/operators.js';
import { accessOf, metadataOf } from '../support/routes.js';

const client = { clientId: 'spareswipe', clientSecret: 'secret' };
const provider = { id: 'state', kind: 'keycloak', name: 'State', domains: ['state.edu'], ...client };
const office = await openDesk({ SIGN_ON: JSON.stringify([{ ...provider, issuer: 'https://sso.state.edu' }]) });
beforeEach(() => office.api.forgetLimits());
afterAll(() => office.api.stop());

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';
const routes: [name: string, route: AppRoute][] = Object.entries(deskContract.desk);
const withId = routes.filter(([, { path }]) => path.includes(':id'));
const actions = routes.filter(([, { method }]) => method !== 'GET');
const lists = routes.filter(([, { method, path }]) => method === 'GET' && !path.includes(':id'));

const reason = REASON;
/** Bodies that pass validation, so that only the operator's campus decides the response. */
const bodies: Record<string, unknown> = {
  changeCampus: { reason, ...NO_SETTINGS, before: NO_SETTINGS },
  changeSignOn: { reason, requiredFrom: null, relinkUntil: null },
  suspend: { reason, days: 1 },
  adjust: { reason, amount: 1 },
  decide: { reason, awardedTo: 'nobody' },
  announce: { campus: 'state', text: REASON },
};
/** The id of campus A that each route is called with. */
const subjects: Record<string, Thing> = {
  changeCampus: 'campus',
  changeSignOn: 'campus',
  announce: 'campus',
  withdrawStrike: 'strike',
  upholdStrike: 'contest',
  voidExchange: 'match',
  decide: 'dispute',
  answerReport: 'report',
  withdrawAnnouncement: 'announcement',
  reopen: 'closed',
  removeRequest: 'request',
};

/** Whom the log names: the student that the action is about, then requester and fulfiller of the exchange. */
const whom: Record<string, (string | undefined)[]> = {
  student: ['Ada Private', undefined, undefined],
  closed: ['Ada Private', undefined, undefined],
  strike: ['Finn', 'Ruth', 'Finn'],
  contest: ['Finn', 'Ruth', 'Finn'],
  report: ['Finn', 'Ruth', 'Finn'],
  request: ['Ada Private', 'Ada Private', undefined],
  match: [undefined, 'Ruth', 'Finn'],
  dispute: [undefined, 'Ruth', 'Finn'],
  campus: [undefined, undefined, undefined],
  announcement: [undefined, undefined, undefined],
};

/** What belongs to campus A. Each makes one more, and returns its id. */
const makers = {
  campus: () => Promise.resolve('state'),
  student: async () => (await office.given.student({ name: 'Ada Private' })).id,
  request: async () => office.given.request({ by: await office.given.student({ name: 'Ada Private' }) }),
  async closed() {
    const id = await makers.student();
    ok(await office.desk().close({ params: { id }, body: { reason } }));
    return id;
  },
  strike: async () => (await struck()).strike,
  contest: async () => (await contested()).strike,
  accused: async () => (await contested()).finn.id,
  match: async () => (await office.exchanges.exchange()).id,
  dispute: async () => (await office.exchanges.disputed()).id,
  async report() {
    const { api, exchanges, desk } = office;
    const { finn, id } = await exchanges.exchange();
    ok(await api.as(finn).reports.report({ body: { about: 'match', id, kind: 'other', text: 'Private words.' } }));
    return ok(await desk().reports({ query: { state: 'open' } })).reports[0]!._id;
  },
  async announcement() {
    ok(await office.desk().announce({ body: { campus: 'state', text: 'Private words.' } }));
    return ok(await office.desk().announcements()).announcements[0]!._id;
  },
};
type Thing = keyof typeof makers;

async function struck() {
  const { api, exchanges } = office;
  const { ruth, finn, id } = await exchanges.exchange();
  ok(await exchanges.rate(ruth, id, NO));
  const [row] = await api.db.query<{ id: string }>('SELECT id FROM strikes WHERE match_id = $1', [id]);
  return { finn, strike: row!.id };
}

async function contested() {
  const { finn, strike } = await struck();
  ok(await office.api.as(finn).strikes.contest({ params: { id: strike }, body: { text: 'I was there.' } }));
  return { finn, strike };
}

const madeOfA: Partial<Record<Thing, string>> = {};
/** One of each, for routes that change nothing. */
async function thingsOfA() {
  for (const thing of Object.keys(makers) as Thing[]) madeOfA[thing] ??= await makers[thing]();
  return madeOfA as Record<Thing, string>;
}

async function call(operator: GivenOperator, [name, route]: [string, AppRoute], id = '', query = '') {
  const body = route.method === 'GET' ? undefined : JSON.stringify(bodies[name] ?? { reason });
  const response = await office.api.fetch(route.path.replace(':id', id) + query, {
    method: route.method,
    headers: { authorization: `Bearer ${operator.token}`, ...(body && { 'content-type': 'application/json' }) },
    body,
  });
  const text = await response.text();
  return { status: response.status, code: (JSON.parse(text) as Partial<Failure>).code, text };
}

it.each(withId)(
  '%s knows the things of campus A for its operator and the platform, not for campus B',
  async (...route) => {
    const [name] = route;
    const { ines, elsewhere, platform } = office;
    const thing = subjects[name] ?? 'student';
    const unknown = await call(elsewhere, route, UNKNOWN_ID);
    expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    for (const own of [ines, platform]) {
      const id = route[1].method === 'GET' ? (await thingsOfA())[thing] : await makers[thing]();
      expect({ name, ...(await call(elsewhere, route, id)) }).toEqual({ name, ...unknown });
      const expected = name === 'liftSuspension' ? 409 : 200; // at this point the API has already checked whose student it is
      expect({ name, ...(await call(own, route, id)) }).toMatchObject({ name, status: expected });
    }
  },
  60_000,
);

it.each(lists)(
  '%s shows the things of campus A to its operator and the platform, not to campus B',
  async (...route) => {
    const { ines, elsewhere, platform } = office;
    const query = route[0] === 'reports' ? '?state=open&limit=50' : '?limit=50';
    const things = await thingsOfA();
    const seenBy = async (operator: GivenOperator) => {
      const { status, text } = await call(operator, route, '', query);
      expect(status).toBe(200);
      const words = [...Object.values(things).filter((thing) => thing !== 'state'), '"state"', 'Private'];
      return words.filter((word) => text.includes(word));
    };
    expect(await seenBy(elsewhere)).toEqual([]);
    const counts = route[0] === 'today'; // numbers without names
    for (const own of [ines, platform]) expect((await seenBy(own)).length > 0).toBe(!counts);
  },
  60_000,
);

it.each(routes.filter(([, { method }]) => method === 'GET'))(
  '%s shows no address or phone number of a student without a line that says who read it',
  async (...route) => {
    const { api, operators, desk } = office;
    const operator = await operators.operator('state');
    const things = await thingsOfA();
    const reads = async () => ok(await desk().log({ query: { of: 'contacts' } })).pagination.total;
    await api.db.query(`UPDATE students SET phone_number = '+1 555 ' || right(id::text, 7)`); // each another, and in no id
    const contacts = await api.db.query<{ email: string; phone: string }>(
      'SELECT email, phone_number AS phone FROM students',
    );
    const before = await reads();
    const query = route[0] === 'reports' ? '?state=open&limit=50' : '?limit=50';
    const { status, text } = await call(operator, route, things[subjects[route[0]] ?? 'student'], query);
    expect(status).toBe(200);
    const shown = contacts.filter(({ email, phone }) => text.includes(email) || text.includes(phone)).length;
    expect((await reads()) - before).toBe(shown);
    expect(shown > 0).toBe(['students', 'student'].includes(route[0]));
  },
  60_000,
);

it('shows a report about a visitor to the operators of both campuses and the platform, and to no third campus', async () => {
  const { api, given, ines, elsewhere, platform, operators } = office;
  const [ruth, finn] = [await given.student({ name: 'Ruth' }), await given.student({ institution: 'other' })];
  await given.student({ institution: 'third' });
  const third = await operators.operator('third');
  const match = await given.match({ of: await given.request({ by: ruth }), by: finn });
  const words = 'Only for the two campuses.';
  ok(await api.as(ruth).reports.report({ body: { about: 'match', id: match.id, kind: 'safety', text: words } }));
  const reports: [string, AppRoute] = ['reports', deskContract.desk.reports];
  const answerReport: [string, AppRoute] = ['answerReport', deskContract.desk.answerReport];
  for (const operator of [ines, elsewhere, platform])
    expect((await call(operator, reports, '', '?state=open&limit=50')).text).toContain(words);
  expect((await call(third, reports, '', '?state=open&limit=50')).text).not.toContain(words);

  const [row] = await api.db.query<{ id: string }>('SELECT id FROM reports WHERE text = $1', [words]);
  expect(await call(third, answerReport, row!.id)).toMatchObject({ status: 404 });
  expect(await call(elsewhere, answerReport, row!.id)).toMatchObject({ status: 200 });
  const log: [string, AppRoute] = ['log', deskContract.desk.log];
  for (const operator of [elsewhere, platform])
    expect((await call(operator, log, '', '?limit=1')).text).toContain(`"operator":"${elsewhere.email}"`);
});

it.each(actions)(
  '%s writes one line into the log: who did it, to whom, why, and what it changed',
  async (...route) => {
    const [name] = route;
    const { ines, desk } = office;
    const subject = subjects[name] ?? 'student';
    const id = await makers[subject]();
    if (name === 'liftSuspension') ok(await desk().suspend({ params: { id }, body: { reason, days: 1 } }));
    const log = async () => ok(await desk().log({ query: { limit: 50 } }));
    const before = (await log()).pagination.total;
    expect(await call(ines, route, id)).toMatchObject({ status: 200 });
    const { lines, pagination } = await log();
    expect(pagination.total).toBe(before + 1);
    expect(lines[0]).toMatchObject({ operator: ines.email, campus: 'state', reason });
    expect(lines[0]!.before ?? lines[0]!.after).not.toBeNull();
    const { student, exchange } = lines[0]!;
    expect([student, exchange?.requester, exchange?.fulfiller].map((person) => person?.name)).toEqual(whom[subject]);
  },
  60_000,
);

it('asks only for access as an operator, and for a fresh code where it moves credits or closes accounts', () => {
  expect(routes.filter(([, route]) => accessOf(route) !== 'operator')).toEqual([]);
  const confirmed = routes.filter(([, route]) => metadataOf(route).confirmed).map(([name]) => name);
  expect(confirmed.sort()).toEqual(['adjust', 'close', 'decide', 'removeRequest', 'reopen', 'voidExchange']);
});
