import assert from 'node:assert/strict';
import * as http from 'node:http';
import * as https from 'node:https';

const SECURITY_HEADERS = [
  'content-security-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'strict-transport-security',
];

/** Fetches an address as a browser does, without decoding; `all` returns repeated headers separately. */
function get(address, encodings = 'gzip, br') {
  return new Promise((resolve, reject) => {
    const { request } = address.startsWith('https:') ? https : http;
    const sent = request(address, { headers: { 'accept-encoding': encodings } }, (response) => {
      response.resume();
      resolve({
        status: response.statusCode,
        headers: response.headers,
        all: (name) => response.headersDistinct[name] ?? [],
      });
    });
    sent.on('error', reject).end();
  });
}

/** Checks that every screen and file has security headers, is compressed, and is cached for the right time. */
export async function checkPages(app, step) {
  const page = await (await fetch(app)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script, 'the landing page names its script');

  await step('every response has each security header once', async () => {
    for (const path of [
      '/',
      '/dashboard',
      '/no/such/screen',
      script,
      '/assets/none.js',
      '/api/health/live',
      '/api/none',
    ])
      for (const name of SECURITY_HEADERS)
        assert.equal((await get(app + path)).all(name).length, 1, `${name} of ${path}`);
  });
  await step('hashed files are cached forever and compressed', async () => {
    const { status, headers } = await get(app + script);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-encoding'], 'br');
    assert.equal((await get(app + script, 'gzip')).headers['content-encoding'], 'gzip');
    for (const path of ['/assets/none.js', '/none.png']) {
      const missing = await get(app + path);
      assert.equal(missing.status, 404, path);
      assert.doesNotMatch(missing.headers['cache-control'] ?? '', /immutable/, path);
    }
  });
  await step('every other address is a screen, compressed and revalidated on each visit', async () => {
    for (const path of ['/', '/login', '/requests', '/verify-email/some-token', '/no/such/screen']) {
      const { status, headers } = await get(app + path);
      assert.equal(status, 200, path);
      assert.equal(headers['cache-control'], 'no-cache', path);
      assert.match(headers['content-type'], /^text\/html/, path);
      assert.match(headers['content-encoding'], /^(gzip|br)$/, path);
    }
  });
  await step("the visitors' screens are rendered by the build", async () => {
    for (const [path, words] of [
      ['/', 'Join Our Community'],
      ['/login', 'Log in'],
      ['/register', 'Create account'],
    ])
      assert.ok((await (await fetch(app + path)).text()).includes(words), `${path} contains "${words}"`);
  });
  await step('the API returns compressed JSON that is not cached', async () => {
    const { status, headers } = await get(`${app}/api/openapi.json`);
    assert.equal(status, 200);
    assert.match(headers['content-type'], /^application\/json/);
    assert.match(headers['content-encoding'], /^(gzip|br)$/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal((await get(`${app}/api/none`)).status, 404);
  });
}
