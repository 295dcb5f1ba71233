import * as contractExports from '@spareswipe/contract';
import { contract, errors, failure, type ErrorCode } from '@spareswipe/contract';
import { generateOpenApiAsync } from '@ts-rest/open-api';
import { z } from 'zod';

export type OpenApi = Awaited<ReturnType<typeof generateOpenApiAsync>>;
type Components = NonNullable<OpenApi['components']>;
type Parameter = NonNullable<Components['parameters']>[string];
type HeadersOf = NonNullable<Components['headers']>;

/** `mealRequest` and `MEAL_REQUEST` to `MealRequest`. */
const pascalCase = (name: string) =>
  name
    .replace(/^[A-Z_]+$/, (constant) => constant.toLowerCase())
    .replace(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());

/** Every schema that the contract exports becomes a component of that name. */
const NAMES = new Map(
  Object.entries(contractExports as Record<string, unknown>).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[value as z.core.$ZodType, pascalCase(name)]] : [],
  ),
);

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
const HEADERS: Record<number, HeadersOf> = {
  405: { Allow: { description: 'The methods that this path takes', schema: { type: 'string' } } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** The contract as an OpenAPI 3.1 document. Its schemas are zod's own JSON Schemas; equal parts are shared as components. */
export async function openApi(origin: string): Promise<OpenApi> {
  const parameters: NonNullable<Components['parameters']> = {};
  const responses: NonNullable<Components['responses']> = {};

  const failureResponse = (codes: ErrorCode[]) => {
    const name = codes.map(pascalCase).sort().join('Or');
    responses[name] ??= responseOf(codes);
    return { $ref: `#/components/responses/${name}` };
  };

  const document = await generateOpenApiAsync(
    contract,
    {
      info: {
        title: 'SpareSwipe',
        version: '1',
        description: 'Campus meal-swipe exchange',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: origin }],
      tags: Object.keys(contract).map((name) => ({ name })),
      security: [{ bearer: [] }],
    },
    {
      setOperationId: 'concatenated-path',
      // eslint-disable-next-line @typescript-eslint/require-await -- the asynchronous generator is the one that describes headers
      schemaTransformer: async ({ schema, type }) =>
        schema instanceof z.ZodType && !codesOf(schema) ? jsonSchema(schema, type) : null,
      operationMapper: (operation, route) => {
        const { access } = (route.metadata ?? {}) as { access?: string };
        const shared = operation.parameters?.map((parameter: Parameter) => {
          if ('$ref' in parameter || parameter.in !== 'header') return parameter;
          const name = pascalCase(parameter.name.replaceAll('-', '_').toUpperCase());
          parameters[name] = parameter;
          return { $ref: `#/components/parameters/${name}` };
        });
        const own = Object.entries(route.responses).map(([status, schema]): [string, object] => {
          const codes = codesOf(schema);
          const success = { ...operation.responses[status], description: route.summary ?? status } as object;
          return [status, codes ? failureResponse(codes) : success];
        });
        return {
          ...operation,
          ...(access === 'public' && { security: [] }),
          ...(operation.requestBody && { requestBody: { ...operation.requestBody, required: true } }),
          parameters: shared,
          responses: { ...Object.fromEntries(own), 405: failureResponse(['METHOD_NOT_ALLOWED']) },
        };
      },
    },
  );

  return {
    ...document,
    openapi: '3.1.0', // the first version whose schemas are JSON Schema
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...document.components?.schemas, Failure: jsonSchema(failure, 'response') },
      parameters,
      responses,
      headers: { RetryAfter: { description: 'Seconds to wait before trying again', schema: { type: 'integer' } } },
    },
  };
}

/** The codes of a failure body, or undefined for any other schema. */
function codesOf(schema: unknown): ErrorCode[] | undefined {
  const code = schema instanceof z.ZodObject ? (schema.shape as { code?: unknown }).code : undefined;
  return code instanceof z.ZodEnum ? (code.options as ErrorCode[]) : undefined;
}

function responseOf(codes: ErrorCode[]) {
  const [first] = codes as [ErrorCode];
  const examples = codes.map((code) => [code, { value: { success: false, code, message: errors[code].message } }]);
  const code = { type: 'string' as const, enum: codes };
  return {
    description: codes.map((each) => errors[each].message).join(' · '),
    headers: HEADERS[errors[first].status],
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'object' as const, properties: { code } }],
        },
        examples: Object.fromEntries(examples) as Record<string, { value: object }>,
      },
    },
  };
}

function jsonSchema(schema: z.ZodType, use: string) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: use === 'response' ? 'output' : 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: part }) => {
      const name = NAMES.get(zodSchema);
      if (name) part.title = name; // ts-rest makes a component of what has a title
      if ('default' in part) delete part.title; // the component has no default
      if (part.format) delete part.pattern; // says the same in 300 characters
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
    },
  });
  return json as NonNullable<Components['schemas']>[string] & object;
}
