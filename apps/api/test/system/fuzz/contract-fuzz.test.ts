import { contract, type RouteMetadata } from '@spareswipe/contract';
import { isAppRouteOtherResponse, type AppRoute } from '@ts-rest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { auditLedger } from '../../../src/audit/invariants.js';
import { short } from '../../support/nightly.js';
import { openShop, type Shop } from '../../support/shop.js';
import type { Api } from '../../support/start-api.js';
import { spoiled, validInputs } from './valid-inputs.js';

// `pnpm test:nightly` asks for many more; a failure is repeated with FUZZ_SEED.
const CASES = short(2_000, { nightly: 500_000 });
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const routes: [name: string, route: AppRoute][] = Object.entries(contract).flatMap(([feature, own]) =>
  Object.entries(own).map(([name, route]): [string, AppRoute] => [`${feature}.${name}`, route]),
);
/** Calls that end the caller's session: each gets a student of its own. */
const ENDS_SESSION = ['sessions.end', 'sessions.endAll'];

interface Call {
  body: unknown;
  query: unknown;
  id: string;
  caller: 'student' | 'visitor' | 'forger' | 'unverified';
  key: string | undefined;
}

/** Statuses that no input changes: 401 without a session, 403 without a verified address. */
const TURNED_AWAY = { visitor: 401, forger: 401, unverified: 403 };

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const nothing = fc.constant<Record<string, unknown>>({});

/** Calls of a route: half of them as they should be, half with something wrong in them. */
function calls(route: AppRoute, ids: string[]): fc.Arbitrary<Call> {
  const body = 'body' in route && isSchema(route.body) ? validInputs(route.body, 'input') : nothing;
  const query = isSchema(route.query) ? validInputs(route.query, 'output') : nothing;
  const orSpoiled = (input: fc.Arbitrary<Record<string, unknown>>) =>
    input.chain((value) => fc.oneof(fc.constant<unknown>(value), spoiled(value)));
  const id = fc.oneof(
    fc.constantFrom(...ids),
    fc.uuid(),
    fc.webSegment().filter((text) => !/^\.{0,2}$/.test(text)),
    fc.constantFrom('%00', '%2e%2e', "'--", '😀'),
  );
  const caller = fc.oneof(
    { weight: 9, arbitrary: fc.constant('student' as const) },
    { weight: 1, arbitrary: fc.constantFrom('visitor' as const, 'forger' as const, 'unverified' as const) },
  );
  const key = fc.option(fc.oneof({ weight: 9, arbitrary: fc.uuid() }, fc.constantFrom('x', "' OR 1=1 --", '{}')), {
    nil: undefined,
  });
  return fc.record({ body: orSpoiled(body), query: orSpoiled(query), id, caller, key });
}

const inQuery = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function addressOf(route: AppRoute, { query, id }: Call): string {
  const parameters = new URLSearchParams();
  if (typeof query === 'object' && query)
    for (const [name, value] of Object.entries(query)) parameters.append(name, inQuery(value));
  return `${route.path.replace(/:\w+/, () => encodeURIComponent(id))}?${parameters.toString()}`;
}

const accessOf = ({ metadata }: AppRoute) => (metadata as RouteMetadata | undefined)?.access ?? 'verified';

/** The status for a caller who may not call the route; undefined for one who may. */
function refusalOf(route: AppRoute, caller: Call['caller']): number | undefined {
  const access = accessOf(route);
  if (caller === 'student' || access === 'public' || (caller === 'unverified' && access === 'signed-in'))
    return undefined;
  return TURNED_AWAY[caller];
}

const hasPrototypeKeys = (body: unknown) => /"(__proto__|constructor)":/.test(JSON.stringify({ body }));

const accepts = (schema: unknown, input: unknown) => !isSchema(schema) || schema.safeParse(input).success;

/** What is wrong with a response by the contract's schema for its status. */
function problemOf(route: AppRoute, status: number, body: unknown): string | undefined {
  const schema = route.responses[status];
  if (!schema || !isSchema(schema) || isAppRouteOtherResponse(schema)) return `no such status: ${JSON.stringify(body)}`;
  return schema.safeParse(body).error?.message;
}

describe(`any input on any route (seed ${SEED})`, () => {
  let shop: Shop;
  let api: Api;
  let ids: string[];
  let bearers: Record<Call['caller'], string | undefined>;

  beforeAll(async () => {
    shop = await openShop({ LOG_LEVEL: 'error' });
    ({ api } = shop);
    const { given } = shop;
    const caller = await given.student({ credits: 50 });
    const student = await api.tokenOf(caller);
    const unverified = await api.tokenOf(await given.student({ verified: false }));
    bearers = { student, unverified, visitor: undefined, forger: `${student.slice(0, -4)}AAAA` };
    const match = await given.match({ by: caller });
    ids = [await given.request({ by: caller }), await given.request(), match.id, match.requestId];
  }, 60_000);
  afterAll(() => shop.close());

  async function send(name: string, route: AppRoute, call: Call) {
    const verified = call.caller === 'student';
    const endsSession = ENDS_SESSION.includes(name) && (verified || call.caller === 'unverified');
    const bearer = endsSession ? await api.tokenOf(await shop.given.student({ verified })) : bearers[call.caller];
    const hasBody = 'body' in route && isSchema(route.body);
    const answer = await api.fetch(addressOf(route, call), {
      method: route.method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(call.key && { 'idempotency-key': call.key }),
      },
      body: hasBody ? JSON.stringify(call.body) : undefined,
    });
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  }

  it.each(routes)(
    '%s responds as the contract says, and never with a 5xx [spec §3.1 §7.3] [asvs V1.2c]',
    async (name, route) => {
      let runs = 0;
      const property = fc.asyncProperty(calls(route, ids), async (call) => {
        if (runs++ % 10 === 0) await api.forgetLimits();
        const { status, body } = await send(name, route, call);
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
        expect(await send(name, route, call)).toEqual({ status, body });
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
