import { connect } from 'node:net';
import { contract } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import { givenIn } from '../../test/given.js';
import { startApi, type Api } from '../../test/start-api.js';

let api: Api;
let given: ReturnType<typeof givenIn>;
beforeAll(async () => {
  api = await startApi();
  given = givenIn(api.db);
}, 120_000);
afterAll(() => api.stop());

const json = { 'content-type': 'application/json' };
const post = (path: string, body: string, headers: Record<string, string> = json) =>
  api.fetch(path, { method: 'POST', body, headers });

describe('a failure has one shape', () => {
  it.each<[string, () => Promise<Response>, number, string]>([
    ['malformed JSON', () => post('/api/auth/login', '{"email":'), 400, 'VALIDATION_FAILED'],
    ['an empty body', () => post('/api/auth/login', ''), 400, 'VALIDATION_FAILED'],
    ['a body that is no object', () => post('/api/auth/login', '[1]'), 400, 'VALIDATION_FAILED'],
    ['null', () => post('/api/auth/login', 'null'), 400, 'VALIDATION_FAILED'],
    ['prototype keys', () => post('/api/auth/login', '{"__proto__":{"x":1}}'), 400, 'VALIDATION_FAILED'],
    ['no token', () => api.fetch('/api/auth/me'), 401, 'UNAUTHENTICATED'],
    ['an unknown path', () => api.fetch('/api/nothing'), 404, 'NOT_FOUND'],
    ['the bare prefix', () => api.fetch('/api/'), 404, 'NOT_FOUND'],
    ['a malformed address', () => api.fetch('/api/%zz'), 404, 'NOT_FOUND'],
    ['a wrong verb', () => api.fetch('/api/auth/login'), 405, 'METHOD_NOT_ALLOWED'],
    ['a verb nobody takes', () => api.fetch('/api/auth/login', { method: 'PROPFIND' }), 405, 'METHOD_NOT_ALLOWED'],
    ['too much data', () => post('/api/auth/login', `{"email":"${'a'.repeat(17_000)}"}`), 413, 'PAYLOAD_TOO_LARGE'],
    [
      'a form',
      () => post('/api/auth/login', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'plain text',
      () => post('/api/auth/login', 'email', { 'content-type': 'text/plain' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  ])('for %s', async (_what, call, status, code) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ success: false, code, message: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/stack|node_modules|\.ts/);
  });

  it('names the verbs that a path takes', async () => {
    const answer = await api.fetch('/api/requests', { method: 'PATCH' });
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'POST']);
  });

  it('tells nothing of a fault that nobody foresaw, and logs it', async () => {
    const sam = await given.student();
    await api.db.query('ALTER TABLE matches RENAME TO matches_away');
    const answer = await api.as(sam).users.stats();
    await api.db.query('ALTER TABLE matches_away RENAME TO matches');
    expect(answer).toMatchObject({
      status: 500,
      body: { success: false, code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' },
    });
    const told = (await api.logs()).map(({ err }) => (err as Error | undefined)?.message);
    expect(told).toContain('relation "matches" does not exist');
  });
});

describe('raw sockets', () => {
  /** What the server answers to these bytes, until it hangs up. */
  const talk = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  it('are refused with the same shape when they do not speak HTTP', async () => {
    expect(await talk('BREW /coffee HTCPCP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*"code":"VALIDATION_FAILED"/);
  });

  it('are refused when their headers have no end', async () => {
    const header = `x: ${'y'.repeat(20_000)}\r\n`;
    expect(await talk(`GET /api/health/live HTTP/1.1\r\nhost: a\r\n${header}`)).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('every answer', () => {
  it('carries the headers that keep a browser safe', async () => {
    const { headers } = await api.fetch('/api/health/live');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' https://js.stripe.com;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull(); // over http it would mean nothing
  });

  it('lets the page of one origin read it', async () => {
    const asked = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const preflight = await api.fetch('/api/auth/login', { method: 'OPTIONS', headers: asked });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://swipes.example.edu');
  });

  it('carries on the request id of a proxy, but no other text', async () => {
    const idFor = async (given: string) =>
      (await api.fetch('/api/health/live', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await idFor('proxy-0123456789')).toBe('proxy-0123456789');
    expect(await idFor('a b"c')).toMatch(/^[\da-f-]{36}$/);
  });
});

it('asks for a log-in on every route that is not marked public', async () => {
  const closed = Object.values(contract)
    .flatMap((routes) => Object.values(routes) as AppRoute[])
    .filter(({ metadata }) => (metadata as { access?: string } | undefined)?.access !== 'public');
  for (const { method, path } of closed) {
    const init = method === 'GET' ? { method } : { method, body: '{}', headers: json };
    const { status } = await api.fetch(path.replace(':id', 'x'), init);
    expect({ method, path, status }).toEqual({ method, path, status: 401 });
  }
});
