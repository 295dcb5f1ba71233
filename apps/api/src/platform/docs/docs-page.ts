import Handlebars from 'handlebars';
import type { OpenApi } from './open-api.js';

const page = Handlebars.compile(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>SpareSwipe API</title>
    <link rel="stylesheet" href="/api/docs.css">
  </head>
  <body>
    <main>
      <h1>SpareSwipe API</h1>
      <p>Also as <a href="/api/openapi.json">OpenAPI</a>. A lock means: send <code>Authorization: Bearer …</code>.</p>
      {{#each routes}}
      <details>
        <summary><b class="{{method}}">{{method}}</b> <code>{{path}}</code> {{#if locked}}<span title="needs a log-in">🔒</span>{{/if}} {{summary}}</summary>
        {{#if parameters}}
        <h2>Parameters</h2>
        <ul>
          {{#each parameters}}
          <li><code>{{name}}</code> in {{in}}{{#if required}}, required{{/if}}{{#if description}}: {{description}}{{/if}}</li>
          {{/each}}
        </ul>
        {{/if}}
        {{#if body}}<h2>Body</h2><pre>{{body}}</pre>{{/if}}
        {{#each responses}}<h2>{{status}} {{description}}</h2>{{#if schema}}<pre>{{schema}}</pre>{{/if}}{{/each}}
      </details>
      {{/each}}
      <h2>Schemas</h2>
      {{#each schemas}}<details><summary><code>{{name}}</code></summary><pre>{{schema}}</pre></details>{{/each}}
    </main>
  </body>
</html>`);

export const docsStyle = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  details { border-top: 1px solid #8886; padding: 0.5rem 0; }
  summary { cursor: pointer; }
  summary b { display: inline-block; min-width: 4.5rem; text-transform: uppercase; }
  .get { color: #2b8a3e; } .post { color: #1971c2; } .put { color: #b45309; } .delete { color: #c92a2a; }
  h2 { font-size: 1rem; margin: 1rem 0 0.25rem; }
  pre { overflow: auto; max-height: 24rem; margin: 0; padding: 0.75rem; background: #8882; border-radius: 8px; }
`;

type Content = { description?: string; content?: Record<string, { schema?: unknown }> };
type Reference = { $ref: string };
type Operation = {
  summary?: string;
  security?: unknown[];
  parameters?: ({ name: string; in: string; required?: boolean; description?: string } | Reference)[];
  requestBody?: Content;
  responses: Record<string, Content | Reference>;
};

const json = (schema: unknown) => schema && JSON.stringify(schema, null, 2);
const schemaOf = (part?: Content) => json(part?.content?.['application/json']?.schema);

/** The document as a page to read, without scripts and without anything from other servers. */
export function docsPage(document: OpenApi): string {
  const resolve = <T extends object>(part: T | Reference): T =>
    '$ref' in part ? (at(document, part.$ref.split('/').slice(1)) as T) : part;
  const routes = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method,
        path,
        locked: operation.security?.length !== 0,
        summary: operation.summary,
        parameters: operation.parameters?.map(resolve),
        body: schemaOf(operation.requestBody),
        responses: Object.entries(operation.responses).map(([status, part]) => {
          const { description, content } = resolve(part);
          return { status, description, schema: schemaOf({ content }) };
        }),
      })),
  );
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => ({
    name,
    schema: json(schema),
  }));
  return page({ routes, schemas });
}

const at = (object: unknown, path: string[]): unknown =>
  path.reduce((part, key) => (part as Record<string, unknown>)[key], object);
