import { contract } from '@spareswipe/contract';
import { startCampus } from '../../../test/support/campus.js';
import { accessOf, routesOf } from '../../../test/support/routes.js';

const { api, given } = await startCampus();

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
    ['the API itself', () => api.fetch('/api'), 404, 'NOT_FOUND'],
    ['the API in capitals', () => api.fetch('/API/auth/me'), 404, 'NOT_FOUND'],
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
  ])('for %s [asvs V14.3a]', async (_what, call, status, code) => {
    const response = await call();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ success: false, code, message: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/stack|node_modules|\.ts/);
  });

  it('lists the methods that a path accepts', async () => {
    const response = await api.fetch('/api/requests', { method: 'PATCH' });
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'POST']);
  });

  it('reveals nothing about an unexpected fault, and logs it [asvs V16.5a]', async () => {
    const sam = await given.student();
    await api.db.query('ALTER TABLE matches RENAME TO matches_away');
    const response = await api.as(sam).account.stats();
    await api.db.query('ALTER TABLE matches_away RENAME TO matches');
    expect(response).toMatchObject({
      status: 500,
      body: { success: false, code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' },
    });
    const lines = (await api.logs()).filter(({ reqId }) => reqId === response.headers.get('x-request-id'));
    const logged = lines.map(({ err }) => (err as Error | undefined)?.message);
    expect(logged).toContain('relation "matches" does not exist');
    expect(lines).toContainEqual(expect.objectContaining({ route: '/api/users/stats', status: 500, student: sam.id }));
  });
});

it.each([
  ['a full disk', '53100'],
  ['a statement that takes too long', '57014'],
])('asks to try again after %s, which is no fault of the call', async (_what, code) => {
  const sam = await given.student();
  await api.db.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '${code}'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF name ON students FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const response = await api.as(sam).users.updateProfile({ body: { name: 'Samira' } });
  await api.db.query('DROP FUNCTION refuse CASCADE');
  expect(response).toMatchObject({ status: 503, body: { success: false, code: 'BUSY', retryAfterSeconds: 1 } });
  expect(response.headers.get('retry-after')).toBe('1');
});

it('keeps mail addresses and connection strings in messages of libraries out of the log [asvs V16.2b]', async () => {
  const sam = await given.student();
  await api.db.query(`
    CREATE FUNCTION quote_address() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no %, no postgres://me:pass@db/x', NEW.email; END $$;
    CREATE TRIGGER quote_address BEFORE UPDATE OF name ON students FOR EACH ROW EXECUTE FUNCTION quote_address()`);
  expect(await api.as(sam).users.updateProfile({ body: { name: 'Samira' } })).toMatchObject({ status: 500 });
  await api.db.query('DROP TRIGGER quote_address ON students');
  const log = JSON.stringify(await api.logs());
  expect(log).toContain('no [hidden], no postgres://[hidden]@db/x');
  expect(log).not.toContain(sam.email);
  expect(log).not.toContain('me:pass');
});

describe('every response', () => {
  it('carries the headers that keep a browser safe [asvs V3.4a]', async () => {
    const { headers } = await api.fetch('/api/health/live');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    for (const nothing of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${nothing} 'none'`);
    expect(policy).not.toMatch(/unsafe|data:|blob:|http:/);
    expect((await api.fetch('/login')).headers.get('content-security-policy')).toBe(policy);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), geolocation=(), microphone=()'),
    });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull(); // over http it would mean nothing
  });

  it('repeats the request id of a proxy, but no other text', async () => {
    const idFor = async (given: string) =>
      (await api.fetch('/api/health/live', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await idFor('proxy-0123456789')).toBe('proxy-0123456789');
    expect(await idFor('a b"c')).toMatch(/^[\da-f-]{36}$/);
  });
});

it('requires a log-in on every route that is not marked public', async () => {
  const closed = routesOf(contract).filter(([, route]) => accessOf(route) !== 'public');
  for (const [, { method, path }] of closed) {
    const init = method === 'GET' ? { method } : { method, body: '{}', headers: json };
    const { status } = await api.fetch(path.replace(':id', 'x'), init);
    expect({ method, path, status }).toEqual({ method, path, status: 401 });
  }
});

it('logs a fault and its request under the id that the client received', async () => {
  const ruth = await given.student();
  const headers = { authorization: `Bearer ${await api.tokenOf(ruth)}` };
  await api.db.query('ALTER TABLE matches RENAME TO matches_away');
  const response = await api.fetch('/api/matches/my', { headers });
  await api.db.query('ALTER TABLE matches_away RENAME TO matches');
  expect(response.status).toBe(500);

  const reqId = response.headers.get('x-request-id');
  const lines = (await api.logs()).filter((line) => line.reqId === reqId);
  expect(lines).toMatchObject([
    { level: 50, err: { message: 'relation "matches" does not exist' } },
    { level: 30, method: 'GET', route: '/api/matches/my', status: 500, student: ruth.id },
  ]);
});
