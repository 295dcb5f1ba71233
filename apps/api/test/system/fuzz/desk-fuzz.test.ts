import type { RouteMetadata } from '@spareswipe/contract';
import { deskContract } from '@spareswipe/contract/desk';
import type { AppRoute } from '@ts-rest/core';
import fc from 'fast-check';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { ok } from '../../support/responses.js';
import { openDesk, REASON } from '../../support/desk.js';
import { NO } from '../../support/exchanges.js';
import { cases, SEED } from '../../support/levels.js';
import { accepts, callsOf, hasPrototypeKeys, isSchema, problemOf, send, type Call } from './calls.js';

// As for students (contract-fuzz.test.ts); a failure is repeated with SEED.
const CASES = cases(100, { full: 10_000 });

const routes: [name: string, route: AppRoute][] = Object.entries(deskContract).flatMap(([group, own]) =>
  Object.entries(own).map(([name, route]): [string, AppRoute] => [`${group}.${name}`, route]),
);

type Caller = 'operator' | 'platform' | 'visitor' | 'forger' | 'student';
const callers = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<Caller>('operator', 'platform') },
  { weight: 1, arbitrary: fc.constantFrom<Caller>('visitor', 'forger', 'student') },
);
const mayCall = (route: AppRoute, caller: Caller) =>
  caller === 'operator' || caller === 'platform' || (route.metadata as RouteMetadata | undefined)?.access === 'public';

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

  async function sendAs(name: string, route: AppRoute, call: Call<Caller>) {
    const endsSession = name === 'operators.logout' && mayCall(route, call.caller);
    const bearer = endsSession ? (await office.operators.operator('state')).token : bearers[call.caller];
    return send(office.api, route, call, bearer);
  }

  it.each(routes)(
    '%s responds as the contract says, and never with a 5xx',
    async (name, route) => {
      let runs = 0;
      const property = fc.asyncProperty(callsOf(route, ids, callers), async (call) => {
        if (runs++ % 10 === 0) await office.api.forgetLimits();
        const { status, body } = await sendAs(name, route, call);
        const said = `${status} ${JSON.stringify(body).slice(0, 300)}`;
        if (status >= 500) throw new Error(`a fault: ${said}`);
        const problem = problemOf(route, status, body);
        if (problem) throw new Error(`not what the contract says: ${problem}\n${said}`);
        const isRead = !hasPrototypeKeys(call.body); // those are refused while they are parsed, for every caller
        if (!mayCall(route, call.caller) && status !== 401 && (isRead || status !== 400))
          throw new Error(`took a call of one who may not: ${said}`);
        if (status >= 300) return;
        const isValid = !('body' in route) || accepts(route.body, JSON.parse(JSON.stringify(call.body ?? null)));
        if (!isValid) throw new Error(`took invalid input: ${said}`);
        if (!call.key || !isSchema((route.headers as Record<string, unknown> | undefined)?.['idempotency-key'])) return;
        expect(await sendAs(name, route, call)).toEqual({ status, body });
      });
      await fc.assert(property, { seed: SEED, numRuns: Math.ceil(CASES / routes.length), endOnFailure: true });
    },
    120_000 + CASES * 20,
  );

  it('leaves every credit where it belongs', async () => {
    expect(await auditLedger(office.api.db.pool)).toEqual([]);
  });
});
