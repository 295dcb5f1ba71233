import { contract } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import fc from 'fast-check';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { cases, SEED } from '../../support/levels.js';
import { accessOf, routesOf } from '../../support/routes.js';
import { openShop } from '../../support/shop.js';
import { makeCalls } from './calls.js';

// `pnpm test:full` asks for many more; a failure is repeated with SEED.
const CASES = cases(150, { full: 20_000 });

const routes = routesOf(contract);
/** Calls that end the caller's session, so each gets its own student. */
const ENDS_SESSION = ['sessions.end', 'sessions.endAll'];

type Caller = 'student' | 'visitor' | 'forger' | 'unverified';

/** Statuses that no input changes: 401 without a session, 403 without a verified address. */
const TURNED_AWAY = { visitor: 401, forger: 401, unverified: 403 };

const callers = fc.oneof(
  { weight: 9, arbitrary: fc.constant('student' as const) },
  { weight: 1, arbitrary: fc.constantFrom('visitor' as const, 'forger' as const, 'unverified' as const) },
);

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

  it.each(routes)(
    '%s responds as the contract says, and never with a 5xx [spec §3.1 §7.3] [asvs V1.2c]',
    async (name, route) => {
      const bearerOf = async (caller: Caller) => {
        const verified = caller === 'student';
        const endsSession = ENDS_SESSION.includes(name) && (verified || caller === 'unverified');
        return endsSession ? api.tokenOf(await given.student({ verified })) : bearers[caller];
      };
      await makeCalls(route, CASES / routes.length, { api, ids, callers, bearerOf, refusalOf });
    },
    120_000 + CASES * 20,
  );

  it('leaves every credit where it belongs', async () => {
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });
});
