import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

interface Value {
  stringValue?: string;
  intValue?: number;
}

export interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number | undefined>;
  isFailed: boolean;
}

interface Payload {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, 'attributes'> & { attributes: Attribute[]; status: { code: number } })[] }[];
  }[];
}
type Attribute = { key: string; value: Value };

/** A collector of traces: OTLP over HTTP, as JSON. */
export async function openCollector({ isSilent = false } = {}) {
  const spans: Span[] = [];
  const received: string[] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls++;
    const body = await text(request);
    if (isSilent) return;
    received.push(body);
    spans.push(...spansIn(JSON.parse(body) as Payload));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** The bodies that were sent, unparsed. */
    received,
    calls: () => calls,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

const spansIn = ({ resourceSpans }: Payload): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap((scope) => scope.spans)
      .map(({ attributes, status, ...span }) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(attributes),
        isFailed: status.code === 2,
      })),
  );

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
