import { once } from 'node:events';
import { connect } from 'node:net';
import { contract } from '@spareswipe/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ok } from '../../../test/support/responses.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { failing, head, refusal, talk as talkTo } from '../../../test/support/raw-http.js';
import { startCampus } from '../../../test/support/campus.js';
import { accessOf, routesOf } from '../../../test/support/routes.js';
import { until } from '../../../test/support/until.js';
import { Settings } from '../config/settings.js';
import { httpAdapter } from './http-adapter.js';

const { api, given } = await startCampus();

const KIB = 1024;
const json = { 'content-type': 'application/json' };
const post = (path: string, body: RequestInit['body'], headers: Record<string, string> = json) =>
  api.fetch(path, { method: 'POST', body, headers });
const routes = routesOf(contract).map(([, route]) => route);

const talk = (bytes: string | Buffer) => talkTo(api.url, bytes);

describe('a body', () => {
  const bodyOf = (bytes: number) => `{"email":"${'a'.repeat(bytes - 12)}"}`;

  it('may have 16 KiB and not a byte more', async () => {
    expect((await post('/api/auth/login', bodyOf(16 * KIB))).status).toBe(400);
    const refused = await post('/api/auth/login', bodyOf(16 * KIB + 1));
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ success: false, code: 'PAYLOAD_TOO_LARGE' });
  });

  it('without a content length may have 16 KiB', async () => {
    const chunk = 'a'.repeat(16 * KIB + 1);
    const bytes = `${head('POST /api/auth/login', 'transfer-encoding: chunked', 'connection: close')}${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`;
    expect(await talk(bytes)).toEqual(failing(413, 'PAYLOAD_TOO_LARGE'));
  });

  it('that claims to be huge is refused before it is sent', async () => {
    const response = talk(head('POST /api/auth/login', `content-length: ${2 ** 40}`, 'connection: close'));
    expect(await response).toEqual(failing(413, 'PAYLOAD_TOO_LARGE'));
  });

  it('of the payment webhook may have 256 KiB', async () => {
    expect((await post('/api/payments/webhook', bodyOf(256 * KIB))).status).not.toBe(413);
    expect((await post('/api/payments/webhook', bodyOf(256 * KIB + 1))).status).toBe(413);
  });

  it.each<[string, RequestInit['body']]>([
    ['bytes that are not UTF-8', Buffer.from('{"email":"sam@state.edu","password":"\xff\xfe"}', 'latin1')],
    ['an overlong NUL', Buffer.from('{"email":"sam@state.edu","password":"\xc0\x80"}', 'latin1')],
    ['eight thousand brackets', `{"email":${'['.repeat(8000)}${']'.repeat(8000)}}`],
    ['prototype keys deep inside', '{"email":{"a":{"__proto__":{"verified":true}}}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"verified":true}}}'],
    ['two values', '{}{}'],
    ['a trailing comma', '{"email":"sam@state.edu",}'],
    ['a comment', '{/* */}'],
    ['NaN', '{"email":NaN}'],
    ['a bare string', '"sam@state.edu"'],
  ])('with %s is refused [asvs V1.5]', async (_what, body) => {
    const response = await post('/api/auth/login', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
  });

  it('that is not UTF-8 is refused also without a content length', async () => {
    const body = Buffer.from('{"email":"sam@state.edu","password":"Pass\xff0rd"}', 'latin1');
    const start = `${head('POST /api/auth/login', 'transfer-encoding: chunked', 'connection: close')}${body.length.toString(16)}\r\n`;
    expect(await talk(Buffer.concat([Buffer.from(start), body, Buffer.from('\r\n0\r\n\r\n')]))).toEqual(
      failing(400, 'VALIDATION_FAILED'),
    );
  });

  it('that names a field twice counts with the last', async () => {
    const twice = (first: string, last: string) => `{"email":"${first}","email":"${last}","password":"x"}`;
    expect((await post('/api/auth/login', twice('sam@state.com', 'sam@state.edu'))).status).toBe(401);
    expect((await post('/api/auth/login', twice('sam@state.edu', 'sam@state.com'))).status).toBe(400);
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'text/plain; application/json', 'x'])(
    'of type %s is not read [asvs V4.1a]',
    async (type) => {
      const response = await post('/api/auth/login', '{"email":"sam@state.edu","password":"x"}', {
        'content-type': type,
      });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ success: false, code: 'UNSUPPORTED_MEDIA_TYPE' });
    },
  );
});

describe('text', () => {
  const register = { name: 'Ada', email: 'ada@state.edu', password: 'Passw0rd', phoneNumber: '+1 617 555 0100' };
  const meal = { mealPeriod: 'lunch', mealDescription: 'Tacos', location: 'North Hall' };
  const deadline = () => new Date(Date.now() + 7_200_000).toISOString();

  it.each(['a\u0000b', '\u0000', '\u0007\u0008', '\ud800', 'x\udfff', '\u009f'])(
    'that PostgreSQL or a mail cannot carry (%j) is refused in every field that keeps it [asvs V2.2a]',
    async (bad) => {
      const sam = await given.student();
      const match = await given.match({ by: sam });
      const requestId = await given.request();
      const authorization = `Bearer ${await api.tokenOf(sam)}`;
      // JSON.stringify escapes a lone surrogate, so that it arrives as one
      const fields: [path: string, method: string, body: object][] = [
        ['/api/auth/register', 'POST', { ...register, name: `Ada ${bad}` }],
        ['/api/auth/register', 'POST', { ...register, email: `${bad}@state.edu` }],
        ['/api/auth/register', 'POST', { ...register, phoneNumber: `+1617555010${bad}` }],
        ['/api/auth/login', 'POST', { email: `${bad}@state.edu`, password: 'x' }],
        ['/api/auth/update-profile', 'PUT', { name: `Sam ${bad}` }],
        ['/api/requests', 'POST', { ...meal, deadline: deadline(), mealDescription: `x${bad}x` }],
        ['/api/requests', 'POST', { ...meal, deadline: deadline(), location: `x${bad}x` }],
        ['/api/requests', 'POST', { ...meal, deadline: deadline(), description: `x${bad}x` }],
        ['/api/requests', 'POST', { ...meal, deadline: bad }],
        ['/api/matches', 'POST', { requestId, message: `x${bad}x` }],
        ['/api/matches', 'POST', { requestId: bad }],
        [`/api/matches/${match.id}/rate`, 'POST', { score: 5, followedThrough: true, comment: `x${bad}x` }],
      ];
      for (const [path, method, body] of fields) {
        const response = await api.fetch(path, {
          method,
          body: JSON.stringify(body),
          headers: { ...json, authorization },
        });
        expect({ path, body, status: response.status }).toEqual({ path, body, status: 400 });
      }
      await api.forgetLimits();
    },
  );

  it('of any kind in a query, a path or a password never causes a 500', async () => {
    const sam = await given.student();
    const headers = { ...json, authorization: `Bearer ${await api.tokenOf(sam)}` };
    for (const bad of ['%00', '%ff', '%ed%a0%80', '%F0%9F%98%80', '%2e%2e%2f', '%zz', '%', '%25%00']) {
      const responses = [
        await api.fetch(`/api/requests?search=${bad}`, { headers }),
        await api.fetch(`/api/requests/my?status=${bad}&page=${bad}`, { headers }),
        await api.fetch(`/api/requests/${bad}`, { method: 'DELETE', headers }),
        await api.fetch(`/api/matches/${bad}/complete`, { method: 'PUT', headers }),
        await api.fetch(`/api/auth/verify-email/${bad}`),
        await api.fetch(`/api/${bad}`),
        await api.fetch(`/${bad}`),
      ];
      expect({ bad, statuses: responses.map(({ status }) => status < 500) }).toEqual({
        bad,
        statuses: Array(7).fill(true),
      });
    }
    for (const password of ['a\u0000b', '\ud800'])
      expect((await post('/api/auth/login', JSON.stringify({ email: sam.email, password }))).status).toBe(401);
  });

  it('named twice in a query is refused [asvs V15.3]', async () => {
    const sam = await given.student();
    const headers = { authorization: `Bearer ${await api.tokenOf(sam)}` };
    for (const query of ['page=1&page=2', 'search=a&search=b', 'urgency=low&urgency=high'])
      expect((await api.fetch(`/api/requests?${query}`, { headers })).status).toBe(400);
  });
});

describe('a method', () => {
  it.each(['TRACE', 'PROPFIND', 'PATCH', 'LOCK'])('%s is refused on every route [asvs V4.1c]', async (verb) => {
    for (const { path } of routes) {
      const response = await talk(
        head(`${verb} ${path.replace(/:\w+/, 'x')}`, 'connection: close', 'content-length: 0'),
      );
      expect(response).toEqual(failing(405, 'METHOD_NOT_ALLOWED'));
    }
    expect(await talk(head(`${verb} /`, 'connection: close', 'content-length: 0'))).toEqual(failing(404, 'NOT_FOUND'));
  });

  it('that HTTP does not know is refused', async () => {
    expect(await talk(head('BREW /api/auth/login'))).toEqual(refusal(400));
  });

  it('HEAD gets the response of GET, without a body', async () => {
    const sam = await given.student();
    const headers = { authorization: `Bearer ${await api.tokenOf(sam)}` };
    const signedIn = routes.filter((route) => accessOf(route) !== 'public');
    for (const { path } of signedIn.filter(({ method, path }) => method === 'GET' && !path.includes(':'))) {
      expect((await api.fetch(path, { method: 'HEAD' })).status).toBe(401);
      const response = await api.fetch(path, { method: 'HEAD', headers });
      expect([response.status, await response.text()]).toEqual([200, '']);
    }
  });

  it('HEAD does not use up a mailed link', async () => {
    const email = 'ada.head@state.edu';
    const body = { name: 'Ada', email, password: 'Passw0rd', phoneNumber: '+1 617 555 0100' };
    ok(await api.client().auth.register({ body }));
    const token = tokenIn(await api.inbox.waitForMail(email));
    const response = await api.fetch(`/api/auth/verify-email/${token}`, { method: 'HEAD' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    expect(ok(await api.client().auth.verifyEmail({ params: { token } })).token).toEqual(expect.any(String));
  });

  it('OPTIONS does nothing anywhere', async () => {
    for (const { path } of routes) {
      const response = await api.fetch(path.replace(/:\w+/, 'x'), { method: 'OPTIONS' });
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });
});

describe('another origin', () => {
  const preflight = (origin: string) =>
    api.fetch('/api/requests', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  it('is allowed if the settings name it, with the headers that the web app sends', async () => {
    const { status, headers } = await preflight('https://swipes.example.edu');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('https://swipes.example.edu');
    expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type, idempotency-key');
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    'https://evil.example',
    'null',
    'http://swipes.example.edu',
    'https://swipes.example.edu.evil.example',
    'https://evil.swipes.example.edu',
    'https://swipes.example.edu:8443',
  ])('%s gets no CORS headers [asvs V3.4d]', async (origin) => {
    for (const response of [await preflight(origin), await api.fetch('/api/health/live', { headers: { origin } })]) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('vary')).toContain('Origin');
    }
  });
});

describe('raw sockets', () => {
  it.each<[string, string, number]>([
    ['do not speak HTTP', 'GET / SPDY/9\r\n\r\n', 400],
    ['have a long address', `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
    ['have long headers', `GET /api/health/live HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}`, 431],
    ['expect what nobody does', head('GET /api/health/live', 'expect: a miracle', 'connection: close'), 417],
    ['name no host', 'GET /api/health/live HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ])('are refused by Node when they %s [asvs V4.2b]', async (_what, bytes, status) => {
    expect(await talk(bytes)).toEqual(refusal(status));
  });

  it('that ask for a tunnel are closed', async () => {
    expect(await talk('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n')).toBe('');
  });

  it('are served when they wait for 100 Continue, and when they speak HTTP/1.0', async () => {
    const body = '{"email":"sam@state.edu","password":"x"}';
    const waiting = head(
      'POST /api/auth/login',
      'expect: 100-continue',
      `content-length: ${body.length}`,
      'connection: close',
    );
    expect(await talk(waiting + body)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /);
    expect(await talk('GET /api/health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('that hang up in the middle of a body raise no alert [asvs V16.5b]', async () => {
    const its = async () => (await api.logs()).filter(({ reqId }) => reqId === 'hung-up-client');
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`${head('POST /api/auth/register', 'content-length: 9000', 'x-request-id: hung-up-client')}{"name":`);
    await api.fetch('/api/health/live'); // by now the other was read
    socket.destroy();
    await until('the log line of the client that hung up', async () => (await its()).length > 0);
    expect(await its()).toMatchObject([{ level: 30, route: '/api/auth/register', msg: 'the client hung up' }]);
  });

  it('cannot smuggle a second request into the body of the first [asvs V4.2a]', async () => {
    const smuggled = 'GET /api/health/live HTTP/1.1\r\nhost: a\r\n\r\n';
    const both = head('POST /api/auth/login', 'content-length: 4', 'transfer-encoding: chunked');
    expect(await talk(`${both}0\r\n\r\n${smuggled}`)).toEqual(refusal(400));
  });

  it('have 10 s for their headers and 20 s for a request', () => {
    const settings = Object.assign(new Settings(), { APP_ORIGIN: 'https://swipes.example.edu' });
    const { server } = httpAdapter(settings, pino({ level: 'silent' })).getInstance<FastifyInstance>();
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 20_000]);
  });
});
