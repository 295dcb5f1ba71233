import { isAppRouteOtherResponse, type AppRoute } from '@ts-rest/core';
import fc from 'fast-check';
import { z } from 'zod';
import type { Api } from '../../support/start-api.js';
import { spoiled, validInputs } from './valid-inputs.js';

export interface Call<Caller> {
  body: unknown;
  query: unknown;
  id: string;
  caller: Caller;
  key: string | undefined;
}

export const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const nothing = fc.constant<Record<string, unknown>>({});

/** Calls of a route: half of them as they should be, half with something wrong in them. */
export function callsOf<Caller>(
  route: AppRoute,
  ids: string[],
  caller: fc.Arbitrary<Caller>,
): fc.Arbitrary<Call<Caller>> {
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

export const hasPrototypeKeys = (body: unknown) => /"(__proto__|constructor)":/.test(JSON.stringify({ body }));

export const accepts = (schema: unknown, input: unknown) => !isSchema(schema) || schema.safeParse(input).success;

/** What is wrong with a response by the contract's schema for its status. */
export function problemOf(route: AppRoute, status: number, body: unknown): string | undefined {
  const schema = route.responses[status];
  if (!schema || !isSchema(schema) || isAppRouteOtherResponse(schema)) return `no such status: ${JSON.stringify(body)}`;
  return schema.safeParse(body).error?.message;
}

/** Sends a call of a route; the bearer is that of its caller, if it has one. */
export async function send(api: Pick<Api, 'fetch'>, route: AppRoute, call: Call<unknown>, bearer: string | undefined) {
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
