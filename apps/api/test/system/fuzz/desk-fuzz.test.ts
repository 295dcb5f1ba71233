import { deskContract } from '@spareswipe/contract/desk';
import type { AppRoute } from '@ts-rest/core';
import fc from 'fast-check';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { ok } from '../../support/responses.js';
import { openDesk, REASON } from '../../support/desk.js';
import { NO } from '../../support/exchanges.js';
import { cases, SEED } from '../../support/levels.js';
import { accessOf, routesOf } from '../../support/routes.js';
import { makeCalls } from './calls.js';

// As for students (contract-fuzz.test.ts); a failure is repeated with SEED.
const CASES = cases(100, { full: 10_000 });

const routes = routesOf(deskContract);

type Caller = 'operator' | 'platform' | 'visitor' | 'forger' | 'student';
const callers = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<Caller>('operator', 'platform') },
  { weight: 1, arbitrary: fc.constantFrom<Caller>('visitor', 'forger', 'student') },
);
const isOperator = (caller: Caller) => caller === 'operator' || caller === 'platform';
const refusalOf = (route: AppRoute, caller: Caller) =>
  isOperator(caller) || accessOf(route) === 'public' ? undefined : 401;

const office = await openDesk();

describe(`any input on any route of the desk (seed ${SEED})`, () => {
  let ids: string[];
  let bearers: Record<Caller, string | undefined>;

  beforeAll(async () => {
    const { api, given, exchanges, desk, ines, platform } = office;
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.rate(ruth, id, NO));
    const [strike] = await api.db.query<{ id: string }>('SELECT id FROM strikes WHERE match_id = $1', [id]);
    ok(await api.as(finn).strikes.contest({ params: { id: strike!.id }, body: { text: 'I waited there until two.' } }));
    ok(await api.as(finn).reports.report({ body: { about: 'match', id, kind: 'other', text: REASON } }));
    ok(await desk().announce({ body: { campus: 'state', text: REASON } }));
    const [report] = ok(await desk().reports({ query: { state: 'open' } })).reports;
    const [announcement] = ok(await desk().announcements()).announcements;
    const dispute = await exchanges.disputed();
    const things = [ruth.id, finn.id, strike!.id, report!._id, announcement!._id, dispute.id];
    ids = ['state', 'other', id, (await exchanges.exchange()).id, await given.request({ by: ruth }), ...things];
    const student = await api.tokenOf(ruth);
    const forger = `${ines.token.slice(0, -4)}AAAA`;
    bearers = { operator: ines.token, platform: platform.token, visitor: undefined, forger, student };
  });
  afterAll(() => office.api.stop());

  it.each(routes)(
    '%s responds as the contract says, and never with a 5xx',
    async (name, route) => {
      const bearerOf = async (caller: Caller) =>
        name === 'operators.logout' && isOperator(caller)
          ? (await office.operators.operator('state')).token
          : bearers[caller];
      await makeCalls(route, CASES / routes.length, { api: office.api, ids, callers, bearerOf, refusalOf });
    },
    120_000 + CASES * 20,
  );

  it('leaves every credit where it belongs', async () => {
    expect(await auditLedger(office.api.db.pool)).toEqual([]);
  });
});
