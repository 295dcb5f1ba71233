import { randomUUID } from 'node:crypto';
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type GenerateKeyPairResult,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
} from 'jose';
import { givenIn } from '../../../test/support/given.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { overtaken } from '../../../test/support/overtaken.js';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { openSignOn } from '../../../test/support/sign-on.js';

/** Each test is an attack on the sign-on, or on somebody's account through it. */

const TENANT = '7f1f6a52-5a0e-4f6e-9d3f-0c7d2a4b8e11';
const on = await openSignOn({}, { two: { kind: 'entra', tenant: TENANT } });
beforeEach(() => on.api.forgetLimits());
afterEach(() => {
  for (const { faults } of [on.campus, on.other])
    Object.assign(faults, { idToken: undefined, keys: undefined, response: undefined });
});
afterAll(() => on.stop());

const OVER = { status: 400, body: { code: 'INVALID_TOKEN', message: 'This sign-on is over. Please start again.' } };
const FAILED = { status: 403, body: { code: 'SIGN_ON_REFUSED', message: expect.stringContaining('did not work') } };
const changed = (address: string, name: string, value: string) => {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};

it('a call without a code of a sign-on uses up none of the registrations of its network', async () => {
  const body = { code: 'unknown', secret: 'unknown', email: on.person().email!, ...on.profile() };
  expect(await on.api.client().signOn.complete({ body })).toMatchObject(OVER);
  expect(await on.api.db.query(`SELECT FROM rate_limits WHERE key LIKE 'register%'`)).toEqual([]);
});

describe('the address that leads back', () => {
  it('works once: a replayed one brings no code', async () => {
    const { callback, secret } = await on.back(await on.join());
    const code = await on.callback(callback);
    expect(await on.callback(callback)).toBe('over');
    expect(ok(await on.trade({ code, secret })).next).toBe('logged-in');
  });

  it('is used once, of any number of browsers that open it at the same moment', async () => {
    const { callback } = await on.back(await on.join());
    const codes = await atOnce(5, () => on.callback(callback));
    expect(codes.filter((code) => code !== 'over')).toHaveLength(1);
  });

  it('with a forged state brings no code', async () => {
    const { callback } = await on.back(on.person());
    expect(await on.callback(changed(callback, 'state', 'forged'))).toBe('over');
    const without = new URL(callback);
    without.searchParams.delete('state');
    expect(await on.callback(without.href)).toBe('over');
  });

  it('with a forged code of the provider is refused', async () => {
    const { callback, secret } = await on.back(on.person());
    expect(await on.trade(await on.proof({ callback: changed(callback, 'code', 'forged'), secret }))).toMatchObject(
      FAILED,
    );
  });

  it('with the code of another attempt is refused: PKCE and the nonce bind it', async () => {
    const [victim, mine] = [await on.back(await on.join()), await on.back(on.person())];
    const stolen = new URL(victim.callback).searchParams.get('code')!;
    const answer = await on.trade(await on.proof({ ...mine, callback: changed(mine.callback, 'code', stolen) }));
    expect(answer).toMatchObject(FAILED);
  });

  it('of one provider is not accepted at that of another', async () => {
    const { callback } = await on.back(on.person());
    expect(await on.callback(callback.replace('/one/', '/two/'))).toBe('over');
  });

  it('that names another issuer is refused', async () => {
    const { callback, secret } = await on.back(await on.join());
    expect(new URL(callback).searchParams.get('iss')).toBe(on.campus.issuer);
    const mixedUp = changed(callback, 'iss', on.other.issuer);
    expect(await on.trade(await on.proof({ callback: mixedUp, secret }))).toMatchObject(FAILED);
  });

  it('is not used up by a HEAD request', async () => {
    const { callback, secret } = await on.back(await on.join());
    const { pathname, search } = new URL(callback);
    expect((await on.api.fetch(pathname + search, { method: 'HEAD' })).status).toBe(404);
    expect(ok(await on.trade(await on.proof({ callback, secret }))).next).toBe('logged-in');
  });
});

describe('the code in the fragment', () => {
  it('is worth nothing without the secret of the tab: log-in CSRF and fixation end here [asvs V10.2]', async () => {
    // Mallory sends the address that leads back to a victim, or gets a victim to sign on in an attempt of Mallory's
    const { callback } = await on.back(await on.join());
    const code = await on.callback(callback);
    const { secret: anothers } = await on.start();
    for (const secret of ['guessed', anothers]) expect(await on.trade({ code, secret })).toMatchObject(OVER);
  });

  it('is traded once, of any number of calls at the same moment', async () => {
    const proof = await on.proof(await on.back(await on.join()));
    expect(tally(await atOnce(5, () => on.trade(proof)))).toEqual({ 200: 1, '400 INVALID_TOKEN': 4 });
  });

  it('is not a step that comes later', async () => {
    const { code, secret } = await on.proof(await on.back(on.person()));
    const body = { code, secret, email: 'ada@state.edu', ...on.profile() };
    expect(await on.visitor.signOn.complete({ body })).toMatchObject(OVER);
    expect(await on.visitor.signOn.followLink({ body: { code, secret } })).toMatchObject(OVER);
    const ada = await on.join();
    expect(await on.api.client(ada.token).account.deactivateSignedOn({ body: { code, secret } })).toMatchObject(OVER);
  });

  it('is never in an address that a server logs, and no secret is in the log', async () => {
    const { url, secret } = await on.start();
    const callback = await on.goTo(url, await on.join());
    const code = await on.callback(callback);
    ok(await on.trade({ code, secret }));
    const log = JSON.stringify(await on.api.logs());
    const { searchParams } = new URL(callback);
    for (const secretText of [
      code,
      secret,
      searchParams.get('code')!,
      searchParams.get('state')!,
      on.campus.clientSecret,
    ])
      expect(log).not.toContain(secretText);
  });

  it('is stored as a hash, as are the state and the secret', async () => {
    const { url, secret } = await on.start();
    const code = await on.callback(await on.goTo(url, on.person()));
    const rows = await on.api.db.query<{ row: string }>(
      `SELECT row_to_json(a)::text || coalesce(encode(code_hash, 'escape'), '') AS row FROM sign_on_attempts a`,
    );
    const stored = rows.map(({ row }) => row).join('\n');
    const { searchParams } = new URL(url);
    for (const one of [code, secret, searchParams.get('state')!, searchParams.get('nonce')!])
      expect(stored).not.toContain(one);
  });
});

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/a\n//evil',
  '/\u0000',
  '/\ud800',
])('goes back to no page but ours: not to %j', async (returnTo) => {
  expect(await on.visitor.signOn.start({ body: { provider: 'one', returnTo } })).toMatchObject({ status: 400 });
});

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  /** Signs changed claims with a key that the campus publishes. */
  async function forge(change: (claims: JWTPayload) => JWTPayload, { isPublished = true } = {}) {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = `forged-${now()}`;
    if (isPublished) on.campus.faults.keys = [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }];
    on.campus.faults.idToken = (token) =>
      new SignJWT(change(decodeJwt(token))).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  }
  const signOn = async () => on.signOn(await on.join());

  it.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['for another audience', (claims) => ({ ...claims, aud: 'another-app' })],
    ['for several audiences, but handed to another', (claims) => ({ ...claims, aud: ['spareswipe', 'x'], azp: 'x' })],
    ['of another issuer', (claims) => ({ ...claims, iss: on.other.issuer })],
    ['that has expired', (claims) => ({ ...claims, exp: now() - 120 })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'replayed' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['without a subject', ({ sub: _, ...claims }) => claims],
    ['in a response without end', (claims) => ({ ...claims, padding: 'x'.repeat(1_000_000) })],
  ])('%s is refused [asvs V10.5]', async (_, change) => {
    const ada = await on.join();
    await forge(change);
    expect(await on.signOn(ada)).toMatchObject(FAILED);
  });

  it('signed with a key that the campus does not publish is refused', async () => {
    const ada = await on.join();
    await forge((claims) => claims, { isPublished: false });
    expect(await on.signOn(ada)).toMatchObject(FAILED);
  });

  it('without a signature (alg none) is refused', async () => {
    const ada = await on.join();
    on.campus.faults.idToken = (token) => new UnsecuredJWT(decodeJwt(token)).encode();
    expect(await on.signOn(ada)).toMatchObject(FAILED);
  });

  it('signed with the client secret in place of a key (alg HS256) is refused', async () => {
    const ada = await on.join();
    on.campus.faults.idToken = (token) =>
      new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(on.campus.clientSecret));
    expect(await on.signOn(ada)).toMatchObject(FAILED);
  });

  it.each(['/token', '/jwks'])('behind a redirect of %s is refused, since we follow none', async (path) => {
    const ada = await on.join();
    on.campus.faults.response = { path, status: 302, location: `${on.other.issuer}/elsewhere` };
    expect(await on.signOn(ada)).toMatchObject(FAILED);
    expect(on.other.requests.has('/elsewhere')).toBe(false);
  });

  it('signed with a new key is accepted at once after a rotation, with one request for the keys', async () => {
    expect(ok(await signOn()).next).toBe('logged-in');
    const ada = await on.join();
    await forge((claims) => claims);
    const before = on.campus.requests.get('/jwks') ?? 0;
    expect(ok(await on.signOn(ada)).next).toBe('logged-in');
    expect(on.campus.requests.get('/jwks')).toBe(before + 1);
  });
});

describe('a token that says that somebody logged out at the campus', () => {
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
  const now = () => Math.floor(Date.now() / 1000);
  let keys: GenerateKeyPairResult;
  let published: JWK[];
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true });
    const own = (await (await fetch(`${on.campus.issuer}/jwks`)).json()) as JSONWebKeySet;
    published = [...own.keys, { ...(await exportJWK(keys.publicKey)), kid: 'log-out', use: 'sig', alg: 'RS256' }];
  });
  beforeEach(() => {
    on.campus.faults.keys = published;
  });
  const claims = (over: JWTPayload) => ({
    iss: on.campus.issuer,
    aud: on.campus.clientId,
    iat: now(),
    jti: randomUUID(),
    events: { [EVENT]: {} },
    ...over,
  });
  const signed = (over: JWTPayload) =>
    new SignJWT(claims(over)).setProtectedHeader({ alg: 'RS256', kid: 'log-out' }).sign(keys.privateKey);
  const send = (token: string, provider = 'one') =>
    on.api.fetch(`/api/auth/sign-on/${provider}/logged-out`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });
  const status = async ({ token }: { token: string }) => (await on.api.client(token).users.me()).status;

  it.each<[string, (sub: string) => string | Promise<string>]>([
    ['for another audience', (sub) => signed({ sub, aud: 'another-app' })],
    ['of another issuer', (sub) => signed({ sub, iss: on.other.issuer })],
    ['that is old', (sub) => signed({ sub, iat: now() - 12 * 60 })],
    ['that has expired', (sub) => signed({ sub, exp: now() - 120 })],
    ['with a nonce, as an ID token has one', (sub) => signed({ sub, nonce: 'a' })],
    ['of another event', (sub) => signed({ sub, events: { 'http://schemas.example/other': {} } })],
    ['without an event', (sub) => signed({ sub, events: undefined })],
    ['without an id of its own', (sub) => signed({ sub, jti: undefined })],
    ['of nobody', () => signed({})],
    ['without a signature', (sub) => new UnsecuredJWT(claims({ sub })).encode()],
    [
      'signed with the client secret',
      (sub) =>
        new SignJWT(claims({ sub }))
          .setProtectedHeader({ alg: 'HS256', kid: 'log-out' })
          .sign(Buffer.from(on.campus.clientSecret)),
    ],
    ['that is none', () => 'none'],
  ])('%s ends nothing', async (_, forge) => {
    const ada = await on.join();
    const response = await send(await forge(ada.sub));
    expect([response.status, await status(ada)]).toEqual([400, 200]);
  });

  it('makes us ask for metadata and keys once, of any number of forged ones, and follow no redirect', async () => {
    on.other.faults.response = { path: '/jwks', status: 302, location: `${on.campus.issuer}/elsewhere` };
    const forged = await signed({ sub: 'nobody' });
    await atOnce(5, () => send(forged, 'two'));
    expect((await send(forged, 'two')).status).toBe(400);
    expect(Object.fromEntries(on.other.requests)).toEqual({ '/.well-known/openid-configuration': 1, '/jwks': 1 });
    expect(on.campus.requests.has('/elsewhere')).toBe(false);
  });

  it('ends nothing at another provider, and nothing when it is sent again', async () => {
    const ada = await on.join();
    const token = await signed({ sub: ada.sub });
    expect([(await send(token, 'two')).status, await status(ada)]).toEqual([400, 200]);
    expect([(await send(token)).status, await status(ada)]).toEqual([200, 401]);
    const next = ok(await on.signOn(ada)) as { token: string };
    expect([(await send(token)).status, await status(next)]).toEqual([429, 200]);
  });
});

it("refuses the ID token of a foreign tenant with a victim's address", async () => {
  const claims = { email: 'victim@other.edu', oid: 'object-1', acct: 0 };
  expect(ok(await on.signOn(on.person({ ...claims, tid: TENANT }), 'two'))).toMatchObject({ isVouched: false });
  const tid = '00000000-0000-4000-8000-000000000000';
  expect(await on.signOn(on.person({ ...claims, tid }), 'two')).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('not one of Other') },
  });
});

describe('a new password', () => {
  const student = () => givenIn(on.api.db).student({ email: on.person().email });
  /** What a thief who has an open session of the student begins. */
  async function linking(account: { id: string }) {
    const eve = on.person();
    return { eve, proof: await on.proofSignedIn(await on.api.tokenOf(account), 'link', eve) };
  }
  /** Trades while the student's new password is being set, which comes first. */
  async function tradeDuringReset(
    { id, email }: { id: string; email: string },
    proof: { code: string; secret: string },
  ) {
    const reset = await resetOf(email);
    const held: [string, unknown[]] = ['SELECT FROM students WHERE id = $1 FOR UPDATE', [id]];
    let traded: unknown;
    ok(await overtaken(on.api.db, held, reset, async () => void (traded = await on.trade(proof))));
    expect(traded).toMatchObject(OVER);
    const left = `SELECT id::text FROM sessions WHERE student_id = $1 AND ended_at IS NULL
                  UNION ALL SELECT subject FROM identities WHERE student_id = $1`;
    expect(await on.api.db.query(left, [id])).toEqual([]);
  }
  async function resetOf(email: string) {
    ok(await on.visitor.auth.forgotPassword({ body: { email } }));
    const token = tokenIn(await on.api.inbox.waitForMail(email, 'assword'));
    return () => on.visitor.auth.resetPassword({ body: { token, password: 'Brandnew1' } });
  }

  it('ends a simultaneous log-in with the campus account that it unlinks', async () => {
    const account = await student();
    const { eve, proof } = await linking(account);
    ok(await on.trade(proof));
    await tradeDuringReset(account, await on.proof(await on.back(eve)));
  });

  it('ends a simultaneous link, also one that a process whose clock is ahead began', async () => {
    const account = await student();
    const { proof } = await linking(account);
    const ahead = `UPDATE sign_on_attempts SET created_at = created_at + interval '2 s' WHERE student_id = $1`;
    await on.api.db.query(ahead, [account.id]);
    await tradeDuringReset(account, proof);
  });

  it('unlinks the campus account with which a stranger opened the account, too', async () => {
    const eve = await on.join();
    ok(await (await resetOf(eve.email))());
    expect(ok(await on.signOn(eve))).toMatchObject({ next: 'profile' });
  });
});
