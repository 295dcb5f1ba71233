import { Validator } from '@seriousme/openapi-schema-validator';
import { contract } from '@spareswipe/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { z } from 'zod';
import { startCampus } from '../../../test/support/campus.js';
import { SEED } from '../../../test/support/levels.js';
import { openApiOf } from '../../../test/support/open-api.js';
import { routesOf } from '../../../test/support/routes.js';
import { validInputs } from '../../../test/system/fuzz/valid-inputs.js';

const { api } = await startCampus();
const { text, document, operations, resolved } = await openApiOf(api);

it('the document is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text) as Record<string, unknown>)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

it('the document describes every route of the contract [spec §7.3]', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/api/auth/register']!.post).toMatchObject({
    security: [],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Register' } } } },
  });
  expect(document.components.schemas.Register).toMatchObject({
    properties: { phoneNumber: { $ref: '#/components/schemas/PhoneNumber' } },
  });
  expect(document.components.schemas.PhoneNumber).toMatchObject({ type: 'string' });
  expect(document.paths['/api/requests/{id}']!.delete!.security).toBeUndefined();
});

describe('the document has the responses as the contract has them, and no other fields', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(document, 'api');
  const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

  // the tests' clients hold every response against the contract
  it.each(routesOf(contract))('of %s', (name, route) => {
    const operation = operations.find(({ operationId }) => operationId === name)!;
    for (const [status, schema] of Object.entries(route.responses as Record<string, z.ZodType>)) {
      const pointer = `#/${[...operation.pointer, 'responses', status].map(escaped).join('/')}`;
      const content = `${operation.responses[status]!.$ref ?? pointer}/content/application~1json/schema`;
      const validate = ajv.compile({ $ref: `api${content}` });
      const property = fc.property(validInputs(schema, 'output'), (body) => {
        expect({ status, body, valid: validate(body), errors: validate.errors }).toMatchObject({ valid: true });
        expect(validate({ ...body, passwordHash: '' })).toBe(false);
      });
      fc.assert(property, { seed: SEED, numRuns: 5 });
    }
  });
});

it('the document shares what routes have in common, so that it needs less than 2.3 kB for each route', () => {
  expect(text.length / operations.length).toBeLessThan(2300);
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Failure', 'Match', 'MealRequest', 'Pagination', 'User']),
  );
});

it('the document has an optional Idempotency-Key on the routes that accept one', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  const keyed = operations.filter(({ parameters }) => parameters.some(({ $ref }) => $ref === key.$ref));
  const accepting = routesOf(contract).filter(([, { headers }]) => headers);
  expect(keyed.map(({ operationId }) => operationId).sort()).toEqual(accepting.map(([name]) => name).sort());
  const parameter = document.components.parameters.IdempotencyKey;
  expect(parameter).toMatchObject({ in: 'header', name: 'idempotency-key', schema: { format: 'uuid' } });
  expect(parameter).not.toHaveProperty('required');
});

it('the document states the password rule as a pattern', () => {
  const { pattern, ...rest } = document.components.schemas.NewPassword as { pattern: string };
  expect(rest).toMatchObject({ minLength: 6, maxLength: 128, description: expect.stringContaining('uppercase') });
  const allows = (password: string) => new RegExp(pattern, 'u').test(password);
  expect(['Passw0rd', 'a\nB\n3'].map(allows)).toEqual([true, true]);
  expect(['passw0rd', 'PASSW0RD', 'Password'].map(allows)).toEqual([false, false, false]);
});

it('the document requires each body, and names the refused method and the time to wait', () => {
  for (const { operationId, requestBody, responses } of operations) {
    expect({ operationId, required: requestBody?.required ?? true }).toEqual({ operationId, required: true });
    expect(resolved(responses[405]!).headers).toHaveProperty('Allow');
    for (const status of [429, 503]) expect(resolved(responses[status]!).headers).toHaveProperty('Retry-After');
  }
});

it('the document is also a page that loads nothing from other servers', async () => {
  const page = await api.fetch('/api/docs');
  const html = await page.text();
  expect({ type: page.headers.get('content-type'), html }).toMatchObject({ type: 'text/html; charset=utf-8' });
  expect(html).toContain('/api/matches/{id}/rate');
  expect(html).toContain('idempotency-key');
  expect(html).toContain('<code>MealRequest</code>');
  expect(html).not.toMatch(/<script|<style|style=|https?:\/\//);
});
