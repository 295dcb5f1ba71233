import { contract, type RouteMetadata } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import fc from 'fast-check';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { cases, SEED } from '../../support/levels.js';
import { openShop } from '../../support/shop.js';
import { accepts, callsOf, hasPrototypeKeys, isSchema, problemOf, send, type Call } from './calls.js';

// `pnpm test:full` asks for many more; a failure is repeated with SEED.
const CASES = cases(150, { full: 20_000 });

const routes: [name: string, route: AppRoute][] = Object.entries(contract).flatMap(([feature, own]) =>
  Object.entries(own).map(([name, route]): [string, AppRoute] => [`${feature}.${name}`, route]),
);
/** Calls that end the caller's session, so each gets its own student. */
const ENDS_SESSION = ['sessions.end', 'sessions.endAll'];

type Caller = 'student' | 'visitor' | 'forger' | 'unverified';

/** Statuses that no input changes: 401 without a session, 403 without a verified address. */
const TURNED_AWAY = { visitor: 401, forger: 401, unverified: 403 };

const callers = fc.oneof(
  { weight: 9, arbitrary: fc.constant('student' as const) },
  { weight: 1, arbitrary: fc.constantFrom('visitor' as const, 'forger' as const, 'unverified' as const) },
);

const accessOf = ({ metadata }: AppRoute) => (metadata as RouteMetadata | undefined)?.access ?? 'verified';

/** The status for a caller who may not call the route; undefined for one who may. */
function refusalOf(route: AppRoute, caller: Caller): number | undefined {
  const access = accessOf(route);
  if (caller === 'student' || access === 'public' || (caller === 'unverified' && access === 'signed-in'))
    return undefined;
  return TURNED_AWAY[caller];
}

const { api, given, close } = await openShop({ LOG_LEVEL: 'error' });

describe(`any input on any route (seed ${SEED})`, () => {
  let ids: string[];
  let bearers: Record<Caller, string | undefined>;

  beforeAll(async () => {
    const caller = await given.student({ credits: 50 });
    const student = await api.tokenOf(caller);
    const unverified = await api.tokenOf(await given.student({ verified: false }));
    bearers = { student, unverified, visitor: undefined, forger: `${student.slice(0, -4)}AAAA` };
    const match = await given.match({ by: caller });
    ids = [await given.request({ by: caller }), await given.request(), match.id, match.requestId];
  });
  afterAll(close);

  async function sendAs(name: string, route: AppRoute, call: Call<Caller>) {
    const verified = call.caller === 'student';
    const endsSession = ENDS_SESSION.includes(name) && (verified || call.caller === 'unverified');
    const bearer = endsSession ? await api.tokenOf(await given.student({ verified })) : bearers[call.caller];
    return send(api, route, call, bearer);
  }

  it.each(routes)(
    '%s responds as the contract says, and never with a 5xx [spec §3.1 §7.3] [asvs V1.2c]',
    async (name, route) => {
      let runs = 0;
      const property = fc.asyncProperty(callsOf(route, ids, callers), async (call) => {
        if (runs++ % 10 === 0) await api.forgetLimits();
        const { status, body } = await sendAs(name, route, call);
        const said = `${status} ${JSON.stringify(body).slice(0, 300)}`;
        if (status >= 500) throw new Error(`a fault: ${said}`);
        const problem = problemOf(route, status, body);
        if (problem) throw new Error(`not what the contract says: ${problem}\n${said}`);
        const refusal = refusalOf(route, call.caller);
        const isRead = !hasPrototypeKeys(call.body); // those are refused while they are parsed, for every caller
        if (refusal && status !== refusal && (isRead || status !== 400))
          throw new Error(`took a call of one who may not: ${said}`);
        if (status >= 300) return;
        const isValid = !('body' in route) || accepts(route.body, JSON.parse(JSON.stringify(call.body ?? null)));
        if (!isValid) throw new Error(`took invalid input: ${said}`);
        if (!call.key || !isSchema((route.headers as Record<string, unknown> | undefined)?.['idempotency-key'])) return;
        expect(await sendAs(name, route, call)).toEqual({ status, body });
      });
      const numRuns = Math.ceil(CASES / routes.length);
      await fc.assert(property, { seed: SEED, numRuns, endOnFailure: true });
    },
    120_000 + CASES * 20,
  );

  it('leaves every credit where it belongs', async () => {
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });
});
