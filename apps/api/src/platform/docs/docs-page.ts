import Handlebars from 'handlebars';
import type { OpenApi } from './open-api.js';

const page = Handlebars.compile(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>SpareSwipe API</title>
  </head>
  <body>
    <h1>SpareSwipe API</h1>
    <p>Also as <a href="/api/openapi.json">OpenAPI</a>. A lock means: send <code>Authorization: Bearer …</code>.</p>
    {{#each routes}}
    <details>
      <summary><b>{{method}}</b> <code>{{path}}</code> {{#if locked}}<span title="needs a log-in">🔒</span>{{/if}} {{summary}}</summary>
      <pre>{{json}}</pre>
    </details>
    {{/each}}
    {{#each components}}
    <h2>{{@key}}</h2>
    {{#each this}}<details><summary><code>{{name}}</code></summary><pre>{{json}}</pre></details>{{/each}}
    {{/each}}
  </body>
</html>`);

type Operation = { summary?: string; security?: unknown[] };

const json = (part: unknown) => JSON.stringify(part, null, 2);
const named = (parts: object = {}) => Object.entries(parts).map(([name, part]) => ({ name, json: json(part) }));

/** The document as a page to read, without scripts and without anything from other servers. */
export function docsPage({ paths, components = {} }: OpenApi): string {
  const routes = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      locked: operation.security?.length !== 0,
      summary: operation.summary,
      json: json(operation),
    })),
  );
  const { parameters, responses, schemas } = components;
  return page({
    routes,
    components: { Parameters: named(parameters), Responses: named(responses), Schemas: named(schemas) },
  });
}
