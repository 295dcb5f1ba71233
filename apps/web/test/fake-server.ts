import { contract, errors, type ErrorCode, type Failure, type StatusOf } from '@spareswipe/contract';
import type { AppRoute, ClientInferResponses } from '@ts-rest/core';
import type { z } from 'zod';
import { given } from './given';

/** A call as a route received it, with the body as the contract parses it. */
export interface Received {
  params: Record<string, string>;
  query: Record<string, string>;
  // the contract has checked it against the route's schema
  body: Record<string, unknown>;
  headers: Headers;
}
type Answer<R extends AppRoute> = Pick<Extract<ClientInferResponses<R>, { status: number }>, 'status' | 'body'>;
type Handler<R extends AppRoute> = Answer<R> | ((received: Received) => Answer<R> | Promise<Answer<R>>);
interface Served {
  route: AppRoute;
  handler: (received: Received) => unknown;
}

/** A failure as the API writes it. */
export const failure = <C extends ErrorCode>(code: C, extra: Partial<Omit<Failure, 'code' | 'success'>> = {}) => ({
  status: errors[code].status as StatusOf<C>,
  body: { success: false as const, code, message: errors[code].message as string, ...extra },
});

/** A success as the API writes it. */
export const ok = <B extends object>(body?: B) => ({
  status: 200 as const,
  body: { success: true as const, ...body } as { success: true } & B,
});
export const created = <B extends object>(body: B) => ({ ...ok(body), status: 201 as const });

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** The values of `:name` segments, or undefined when the path is another route's. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/');
  const values = path.split('/');
  if (names.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    if (name.startsWith(':')) params[name.slice(1)] = decodeURIComponent(values[index]!);
    else if (name !== values[index]) return undefined;
  }
  return params;
}

/**
 * The API for component tests, typed by the contract: responses are checked against it, bad bodies are refused with 400.
 * Not msw: jsdom's AbortSignal is refused by the Request of Node that it needs, and it would replace only the matching of paths.
 */
export class FakeServer {
  readonly received: (Received & { route: AppRoute })[] = [];
  /** Those that screens have open now. */
  readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #served: Served[] = [];
  #isDown = false;
  #hasStreams = false;
  /** The query of each call that asked for a stream. */
  readonly askedForStreams: string[] = [];
  #losing = { route: undefined as AppRoute | undefined, answers: 0 };

  /** Sets the response of a route; a later one replaces an earlier one. */
  on<R extends AppRoute>(route: R, handler: Handler<R>): this {
    const answer = typeof handler === 'function' ? handler : () => handler;
    this.#served.unshift({ route, handler: answer });
    return this;
  }

  /** Opens a stream to each screen that asks for one; without it, lists only poll. */
  live(): this {
    this.#hasStreams = true;
    return this;
  }

  /** Says on every open stream that these lists have changed. */
  tell(word: 'requests' | 'mine') {
    this.streams.forEach((stream) => stream.enqueue(new TextEncoder().encode(`data: ${word}\n\n`)));
  }

  /** The network fails from now on, or works again. */
  down(isDown = true) {
    this.#isDown = isDown;
  }

  /** Loses the next responses of a route: the server has handled the call, but the page never learns of it. */
  loseAnswer(route: AppRoute, answers = 1) {
    this.#losing = { route, answers };
  }

  /** What a route received, oldest first. */
  calls(route: AppRoute) {
    return this.received.filter((call) => call.route === route);
  }

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    // as on a network, a call arrives later than it was sent: a test may still change the answer
    await Promise.resolve();
    if (this.#isDown) throw new TypeError('Failed to fetch');
    const url = new URL(address, 'http://localhost');
    if (url.pathname === '/api/live') return this.#stream(url, init);
    const method = init.method ?? 'GET';
    const matching = this.#served.flatMap((served) => {
      const params = served.route.method === method ? paramsOf(served.route.path, url.pathname) : undefined;
      return params ? [{ ...served, params }] : [];
    });
    // as in Fastify, /requests/my is not the request "my"
    const found = matching.find(({ params }) => Object.keys(params).length === 0) ?? matching[0];
    if (!found) throw new Error(`No test answers ${method} ${url.pathname}`);
    return this.#answer(found.route, found.handler, found.params, url, init);
  };

  #stream({ search }: URL, { signal }: RequestInit): Response {
    this.askedForStreams.push(search);
    if (!this.#hasStreams) return new Response(null, { status: 204 });
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.streams.add(stream);
        signal?.addEventListener('abort', () => {
          if (this.streams.delete(stream)) stream.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  async #answer(
    route: AppRoute,
    handler: Served['handler'],
    params: Record<string, string>,
    url: URL,
    init: RequestInit,
  ) {
    const sent: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    // a route without a body has a symbol in its place
    const schema = 'body' in route && typeof route.body === 'object' ? (route.body as z.ZodType) : undefined;
    const read = schema ? schema.safeParse(sent) : { success: true as const, data: sent };
    const body = (read.success ? read.data : sent) as Record<string, unknown>;
    const received = { params, query: Object.fromEntries(url.searchParams), body, headers: new Headers(init.headers) };
    this.received.push({ ...received, route });
    if (!read.success) {
      const problems = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      const { status, body: refusal } = failure('VALIDATION_FAILED', { errors: problems });
      return json(status, { ...refusal, message: problems[0]?.message });
    }
    const answer = (await handler(received)) as { status: number; body: unknown };
    const responses = route.responses as Record<number, z.ZodType | undefined>;
    // a response that the contract forbids proves nothing
    responses[answer.status]?.parse(answer.body);
    if (this.#losing.route === route && this.#losing.answers-- > 0) throw new TypeError('Failed to fetch');
    return json(answer.status, answer.body);
  }
}

/** A fake server in place of the network, knowing nothing yet but that the campus is open and announces nothing, and that no meal waits for a word. */
export function fakeServer(): FakeServer {
  const campus = given.campus();
  const server = new FakeServer()
    .on(contract.campuses.mine, { status: 200, body: { success: true, campus } })
    .on(contract.announcements.unread, { status: 200, body: { success: true, announcements: [] } })
    .on(contract.matches.asked, { status: 200, body: { success: true, matches: [] } });
  globalThis.fetch = server.fetch as typeof fetch;
  return server;
}
