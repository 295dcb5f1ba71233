import type { AppRoute } from '@ts-rest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { SEED } from '../../support/levels.js';
import type { Api } from '../../support/start-api.js';
import { spoiled, validInputs } from './valid-inputs.js';

interface Call<Caller> {
  body: unknown;
  query: unknown;
  id: string;
  caller: Caller;
  key: string | undefined;
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const nothing = fc.constant<Record<string, unknown>>({});

/** Calls of a route: half of them as they should be, half with something wrong in them. */
function callsOf<Caller>(route: AppRoute, ids: string[], caller: fc.Arbitrary<Caller>): fc.Arbitrary<Call<Caller>> {
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
  const key = fc.option(fc.oneof({ weight: 9, arbitrary: fc.uuid() }, fc.constantFrom('x', "' OR 1=1 --", '{}')), {
    nil: undefined,
  });
  return fc.record({ body: orSpoiled(body), query: orSpoiled(query), id, caller, key });
}

const inQuery = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function addressOf(route: AppRoute, { query, id }: Call<unknown>): string {
  const parameters = new URLSearchParams();
  if (typeof query === 'object' && query)
    for (const [name, value] of Object.entries(query)) parameters.append(name, inQuery(value));
  return `${route.path.replace(/:\w+/, () => encodeURIComponent(id))}?${parameters.toString()}`;
}

const hasPrototypeKeys = (body: unknown) => /"(__proto__|constructor)":/.test(JSON.stringify({ body }));

const accepts = (schema: unknown, input: unknown) => !isSchema(schema) || schema.safeParse(input).success;

/** What is wrong with a response by the contract's schema for its status. */
function problemOf(route: AppRoute, status: number, body: unknown): string | undefined {
  const schema = route.responses[status];
  if (!isSchema(schema)) return `no such status: ${JSON.stringify(body)}`;
  return schema.safeParse(body).error?.message;
}

/** Sends a call of a route; the bearer is that of its caller, if it has one. */
async function send(api: Pick<Api, 'fetch'>, route: AppRoute, call: Call<unknown>, bearer: string | undefined) {
  const hasBody = 'body' in route && isSchema(route.body);
  const response = await api.fetch(addressOf(route, call), {
    method: route.method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(call.key && { 'idempotency-key': call.key }),
    },
    body: hasBody ? JSON.stringify(call.body) : undefined,
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

interface Callers<Caller> {
  api: Pick<Api, 'fetch' | 'forgetLimits'>;
  ids: string[];
  callers: fc.Arbitrary<Caller>;
  bearerOf: (caller: Caller) => Promise<string | undefined>;
  /** The status for a caller who may not call the route; undefined for one who may. */
  refusalOf: (route: AppRoute, caller: Caller) => number | undefined;
}

/** Makes any calls of a route. Throws unless the responses are as the contract says, and none is a 5xx. */
export async function makeCalls<Caller>(
  route: AppRoute,
  numRuns: number,
  { api, ids, callers, bearerOf, refusalOf }: Callers<Caller>,
): Promise<void> {
  let runs = 0;
  const property = fc.asyncProperty(callsOf(route, ids, callers), async (call) => {
    if (runs++ % 10 === 0) await api.forgetLimits();
    const { status, body } = await send(api, route, call, await bearerOf(call.caller));
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
    expect(await send(api, route, call, await bearerOf(call.caller))).toEqual({ status, body });
  });
  await fc.assert(property, { seed: SEED, numRuns: Math.ceil(numRuns), endOnFailure: true });
}
