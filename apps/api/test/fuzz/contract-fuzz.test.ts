import { contract } from '@spareswipe/contract';
import { isAppRouteOtherResponse, type AppRoute } from '@ts-rest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { auditLedger } from '../../src/database/audit.js';
import { givenIn } from '../given.js';
import { startApi, type Api } from '../start-api.js';
import { spoiled, validInputs } from './valid-inputs.js';

// `pnpm test:nightly` asks for many more; a failure is repeated with FUZZ_SEED.
const CASES = Number(process.env.FUZZ_CASES ?? 2_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const routes: [name: string, route: AppRoute][] = Object.entries(contract).flatMap(([feature, own]) =>
  Object.entries(own).map(([name, route]): [string, AppRoute] => [`${feature}.${name}`, route]),
);
/** Calls that end the caller's session: each gets a student of its own. */
const ENDS_SESSION = ['auth.logout', 'users.endSessions'];

interface Call {
  body: unknown;
  query: unknown;
  id: string;
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const nothing = fc.constant<Record<string, unknown>>({});

/** Calls of a route: half of them as they should be, half with something wrong in them. */
function calls(route: AppRoute, ids: string[]): fc.Arbitrary<Call> {
  const body = 'body' in route && isSchema(route.body) ? validInputs(route.body, 'input') : nothing;
  const query = isSchema(route.query) ? validInputs(route.query, 'output') : nothing;
  const orSpoiled = (input: fc.Arbitrary<Record<string, unknown>>) =>
    input.chain((value) => fc.oneof(fc.constant<unknown>(value), spoiled(value)));
  const id = fc.oneof(fc.constantFrom(...ids), fc.uuid(), fc.webSegment(), fc.constantFrom('%00', '..', "'--", '😀'));
  return fc.record({ body: orSpoiled(body), query: orSpoiled(query), id });
}

const inQuery = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function addressOf(route: AppRoute, { query, id }: Call): string {
  const parameters = new URLSearchParams();
  if (typeof query === 'object' && query)
    for (const [name, value] of Object.entries(query)) parameters.append(name, inQuery(value));
  return `${route.path.replace(/:\w+/, () => encodeURIComponent(id))}?${parameters.toString()}`;
}

const accepts = (schema: unknown, input: unknown) => !isSchema(schema) || schema.safeParse(input).success;

/** What a route answers must be what the contract says of that status. */
function problemOf(route: AppRoute, status: number, body: unknown): string | undefined {
  const schema = route.responses[status];
  if (!schema || !isSchema(schema) || isAppRouteOtherResponse(schema)) return `no such status: ${JSON.stringify(body)}`;
  return schema.safeParse(body).error?.message;
}

describe(`any input on any route (seed ${SEED})`, () => {
  let api: Api;
  let ids: string[];
  let token: string;
  let given: ReturnType<typeof givenIn>;

  beforeAll(async () => {
    api = await startApi();
    given = givenIn(api.db);
    const caller = await given.student({ credits: 50 });
    token = await api.tokenOf(caller);
    const match = await given.match({ by: caller });
    ids = [await given.request({ by: caller }), await given.request(), match.id, match.requestId];
  }, 60_000);
  afterAll(() => api.stop());

  it.each(routes)(
    '%s answers it as the contract says, and never with a fault of ours',
    async (name, route) => {
      let runs = 0;
      const property = fc.asyncProperty(calls(route, ids), async (call) => {
        if (runs++ % 25 === 0) await api.forgetLimits();
        const bearer = ENDS_SESSION.includes(name) ? await api.tokenOf(await given.student()) : token;
        const hasBody = 'body' in route && isSchema(route.body);
        const answer = await api.fetch(addressOf(route, call), {
          method: route.method,
          headers: { authorization: `Bearer ${bearer}`, ...(hasBody && { 'content-type': 'application/json' }) },
          body: hasBody ? JSON.stringify(call.body) : undefined,
        });
        const body: unknown = await answer.json();
        const said = `${answer.status} ${JSON.stringify(body).slice(0, 300)}`;
        const isPaymentsOff = (body as { code?: string }).code === 'STRIPE_NOT_CONFIGURED';
        if (answer.status >= 500 && !isPaymentsOff) throw new Error(`a fault: ${said}`);
        const problem = problemOf(route, answer.status, body);
        if (problem) throw new Error(`not what the contract says: ${problem}\n${said}`);
        const isValid = !hasBody || accepts(route.body, JSON.parse(JSON.stringify(call.body ?? null)));
        if (!isValid && answer.ok) throw new Error(`took invalid input: ${said}`);
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
