import type { Api } from './start-api.js';

interface Response {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  security?: unknown[];
  parameters: { $ref?: string }[];
  requestBody?: { required?: boolean };
  responses: Record<string, Response>;
}
export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; parameters: Record<string, object> };
}

/** The OpenAPI document that the API serves, as text and parsed. */
export async function openApiOf(api: Api) {
  const text = await (await api.fetch('/api/openapi.json')).text();
  const document = JSON.parse(text) as OpenApi;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, pointer: ['paths', path, method] })),
  );
  const pointed = (path: string[]): unknown =>
    path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
  /** Returns a response, following the reference to a shared one. */
  const resolved = ({ $ref, ...inline }: Response): Response =>
    $ref ? (pointed($ref.slice(2).split('/')) as Response) : inline;
  return { text, document, operations, resolved };
}
