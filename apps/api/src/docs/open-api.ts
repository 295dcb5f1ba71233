import { contract } from '@spareswipe/contract';
import { generateOpenApi } from '@ts-rest/open-api';
import { z } from 'zod';

export type OpenApi = ReturnType<typeof generateOpenApi>;

/** The contract as an OpenAPI document; the schemas are zod's own JSON Schemas. */
export function openApi(origin: string): OpenApi {
  const document = generateOpenApi(
    contract,
    {
      info: { title: 'SpareSwipe', version: '1', description: 'Campus meal-swipe exchange' },
      servers: [{ url: origin }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    {
      setOperationId: 'concatenated-path',
      schemaTransformer: ({ schema, type }) => (schema instanceof z.ZodType ? jsonSchema(schema, type) : null),
      operationMapper: (operation, { metadata }) => {
        const { access } = (metadata ?? {}) as { access?: string };
        return access === 'public' ? { ...operation, security: [] } : operation;
      },
    },
  );
  return { ...document, openapi: '3.1.0' }; // the version whose schemas are JSON Schema
}

function jsonSchema(schema: z.ZodType, use: string) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: use === 'response' ? 'output' : 'input',
    unrepresentable: 'any',
  });
  return json as NonNullable<OpenApi['components']>['schemas'] & object;
}
