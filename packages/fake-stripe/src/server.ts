import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type { FakeAccount } from './account.js';
import { Failure, invalid } from './failure.js';
import type { Fault } from './faults.js';
import { readForm } from './form.js';
import type { Answer } from './idempotency.js';
import { pageRoutes, routes } from './routes.js';

const SCRIPT = /^\/(v3|[a-z]+)\/(stripe\.js)?$/;
/** The page's calls are simple ones, so no browser asks before it sends them. */
const CORS = { 'access-control-allow-origin': '*' };

/** Serves Stripe's API and Stripe.js on one port. */
export const stripeServer = (account: FakeAccount): Server =>
  createServer((request, response) => {
    handle(account, request, response).catch((failure: unknown) => {
      if (failure instanceof Failure) return send(response, { status: failure.status, body: { error: failure.error } });
      const message = failure instanceof Error ? failure.message : String(failure);
      send(response, { status: 500, body: { error: { type: 'api_error', message } } });
    });
  });

async function handle(account: FakeAccount, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = request;
  const { pathname, search } = new URL(request.url ?? '/', 'http://stripe');
  const body = await text(request);
  if (method === 'GET' && SCRIPT.test(pathname)) return sendScript(response);

  const fault = account.faults.take(`${method} ${pathname}`);
  if (fault?.kind === 'delay') {
    await fault.meanwhile();
    await wait(fault.milliseconds, undefined, { ref: false });
  }
  if (fault?.kind === 'reset' && fault.when === 'before') return hangUp(request);
  if (fault?.kind === 'error' && fault.when === 'before') return send(response, BROKEN);
  const form = method === 'GET' ? search.slice(1) : body;
  const answer = call(account, { method, path: pathname, form, headers }, fault);
  if (fault?.kind === 'reset') return hangUp(request);
  send(response, fault?.kind === 'error' ? BROKEN : answer);
}

interface Call {
  method: string;
  path: string;
  form: string;
  headers: IncomingMessage['headers'];
}

function call(account: FakeAccount, { method, path, form, headers }: Call, fault: Fault | undefined): Answer {
  const parameters = readForm(form);
  const { key: keyInForm } = parameters;
  const role = account.keyOf(headers.authorization, typeof keyInForm === 'string' ? keyInForm : undefined);
  const version = single(headers['stripe-version']);
  if (version && version !== Stripe.API_VERSION) throw invalid(`Invalid Stripe API version: ${version}`);
  const key = single(headers['idempotency-key']);
  account.requests.push({ method, path, parameters, ...(key && { idempotencyKey: key }) });
  const { world, keys } = account;
  for (const route of role === 'secret' ? routes : pageRoutes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (!match) continue;
    const run = (): Answer =>
      fault?.kind === 'stored-error' ? BROKEN : { status: 200, body: route.handle(world, parameters, match[1] ?? '') };
    const onKey = method === 'POST' ? key : undefined;
    return keys.replayOrRun(onKey, `${path}?${form}`, world.seconds(), run);
  }
  throw new Failure(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });
}

const BROKEN: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
};

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    ...CORS,
    'content-type': 'application/json',
    'request-id': `req_${Date.now().toString(36)}`,
    'stripe-version': Stripe.API_VERSION,
  });
  response.end(JSON.stringify(body));
}

function sendScript(response: ServerResponse): void {
  response.writeHead(200, {
    ...CORS,
    'content-type': 'text/javascript; charset=utf-8',
    // Like Stripe's own script, pages with a strict resource policy may load it.
    'cross-origin-resource-policy': 'cross-origin',
  });
  response.end(readFileSync(new URL('../browser/stripe.js', import.meta.url), 'utf8'));
}

const hangUp = (request: IncomingMessage): void => void request.socket.resetAndDestroy();
const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
