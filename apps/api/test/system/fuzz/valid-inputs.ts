import fc from 'fast-check';
import { z } from 'zod';

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema;
  required?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

const HOUR = 3_600_000;

/** Rules of the contract that are code, which a JSON schema cannot express. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.stringMatching(/^[a-z][a-z0-9]{1,12}$/).map((name) => `${name}@fuzz.edu`),
  phoneNumber: fc.stringMatching(/^\+[1-9][0-9 ()-]{7,14}$/).filter((phone) => phone.trim() === phone),
  name: fc.stringMatching(/^[A-Za-zà-öа-яぁ-ん]{2,10}( [A-Za-zà-öа-яぁ-ん]{2,10}){0,2}$/),
  password: fc.string({ maxLength: 40 }).map((rest) => `Aa1aaa${rest}`),
  from: fc.constantFrom('00:00', '09:30', '23:59'),
  until: fc.constantFrom('00:00', '08:15', '22:00'),
  endpoint: fc.webUrl({ withFragments: false }).filter((url) => url.length < 200),
  campus: fc.constantFrom('state', 'other', 'nowhere'),
};

const byFormat: Record<string, fc.Arbitrary<unknown>> = {
  'date-time': fc.integer({ min: 1, max: 7 * 24 }).map((hours) => new Date(Date.now() + hours * HOUR).toISOString()),
  uri: fc.webUrl({ validSchemes: ['https'] }).filter((url) => url.length < 200),
};

/** Printable text in many scripts, whose length survives trimming. */
const text = (min: number, max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: Math.max(min, 1), maxLength: Math.min(max, 40) })
    .map((value) => `x${value.normalize('NFC').replace(/\p{Cc}|\p{Cs}/gu, '')}x`.slice(0, max))
    .filter((value) => value.trim().length >= min);

/** Values that a JSON schema describes. */
function valuesOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valuesOf(one, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const known = byFormat[schema.format ?? ''] ?? byName[name];
  if (known && schema.type === 'string') return known;
  switch (schema.type) {
    case 'object': {
      const { properties = {}, additionalProperties = {}, required = [] } = schema;
      const keys = [...new Set([...required, ...Object.keys(properties)])];
      const values = keys.map((key) => [key, valuesOf(properties[key] ?? additionalProperties, key)] as const);
      return fc.record(Object.fromEntries(values), { requiredKeys: required });
    }
    case 'string':
      if (schema.pattern && schema.format === undefined) return fc.stringMatching(new RegExp(schema.pattern));
      return schema.format === 'uuid' ? fc.uuid() : text(schema.minLength ?? 2, schema.maxLength ?? 50);
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 1, max: Math.min(schema.maximum ?? 50, 50) });
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: schema.maxItems ?? 5 });
    case 'boolean':
      return fc.boolean();
    case undefined:
    default:
      return fc.constant(null);
  }
}

/** This many invalid inputs in a row mean that this file cannot make valid ones. */
const MISSES_MAX = 1000;

/** Inputs that a schema accepts, checked with the schema itself. */
export function validInputs(schema: z.ZodType, io: 'input' | 'output'): fc.Arbitrary<Record<string, unknown>> {
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  let misses = 0;
  return valuesOf(described).filter((value): value is Record<string, unknown> => {
    const { success, error } = schema.safeParse(value);
    misses = success ? 0 : misses + 1;
    if (misses > MISSES_MAX) throw new Error(`No valid input found: ${error?.message} in ${JSON.stringify(value)}`);
    return success;
  });
}

const PROTOTYPE = '{"__proto__":{"verified":true},"constructor":{"prototype":{"credits":99}}}';

const hostileValues = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, '', ' ', [], {}, [[]], { length: 1 }),
  fc.constantFrom('\u0000', 'a\u0000b', '\u202e\u0007', '\ud800', 'é'.repeat(301), '😀'.repeat(76), 'x'.repeat(14_000)),
  fc.constantFrom(
    `'; DROP TABLE students; --`,
    `" OR 1=1 --`,
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '{{constructor.constructor("return process")()}}',
    '%00%0d%0aSet-Cookie: x=1',
    '../../../../etc/passwd',
  ),
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.constantFrom(
    ...[1, 2, 50, 100, 128, 150, 254, 300, 500].flatMap((n) => [n - 1, n, n + 1].map((length) => 'x'.repeat(length))),
  ),
);

/** An input with something wrong or unusual in it. */
export const spoiled = (input: Record<string, unknown>): fc.Arbitrary<unknown> => {
  const keys = Object.keys(input);
  const ways: fc.Arbitrary<unknown>[] = [
    fc.constant({ ...input, ...(JSON.parse(PROTOTYPE) as object), _id: 'x', credits: 99, verified: true }),
    fc.constantFrom<unknown>([], 'text', 7, null, [input]),
  ];
  if (keys.length) {
    const key = fc.constantFrom(...keys);
    ways.push(
      key.map((missing) => Object.fromEntries(Object.entries(input).filter(([name]) => name !== missing))),
      fc.tuple(key, hostileValues).map(([name, value]) => ({ ...input, [name]: value })),
      fc.tuple(key, hostileValues).map(([name, value]) => ({ ...input, [name]: value })),
    );
  }
  return fc.oneof(...ways);
};
