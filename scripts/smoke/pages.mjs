import assert from 'node:assert/strict';
import { request } from 'node:http';

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

/** As a browser asks and with nothing decoded: what counts here is in the headers, and how often. */
function look(address) {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
      answer.resume();
      resolve({
        status: answer.statusCode,
        headers: answer.headers,
        all: (name) => answer.headersDistinct[name] ?? [],
      });
    });
    asked.on('error', reject).end();
  });
}

/** Every screen and file comes as the front door is to serve it: guarded, compressed, and cached for the right time. */
export async function checkPages(app, step) {
  const page = await (await fetch(app)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script, 'the landing page names its script');

  await step('every answer has each security header once', async () => {
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
        assert.equal((await look(app + path)).all(name).length, 1, `${name} of ${path}`);
  });
  await step('hashed files are kept for ever and compressed', async () => {
    const { status, headers } = await look(app + script);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.match(headers['content-encoding'], /^(gzip|br)$/);
    for (const path of ['/assets/none.js', '/none.png']) assert.equal((await look(app + path)).status, 404, path);
  });
  await step('every address is a screen, compressed and checked on each visit', async () => {
    for (const path of ['/', '/login', '/requests', '/verify-email/some-token', '/no/such/screen']) {
      const { status, headers } = await look(app + path);
      assert.equal(status, 200, path);
      assert.equal(headers['cache-control'], 'no-cache', path);
      assert.match(headers['content-type'], /^text\/html/, path);
      assert.match(headers['content-encoding'], /^(gzip|br)$/, path);
    }
  });
  await step('the screens of visitors are painted already', async () => {
    for (const [path, words] of [
      ['/', 'Join Our Community'],
      ['/login', 'Log in'],
      ['/register', 'Create account'],
    ])
      assert.ok((await (await fetch(app + path)).text()).includes(words), `${path} says "${words}"`);
  });
  await step('the API answers JSON, compressed, that nobody keeps', async () => {
    const { status, headers } = await look(`${app}/api/openapi.json`);
    assert.equal(status, 200);
    assert.match(headers['content-type'], /^application\/json/);
    assert.match(headers['content-encoding'], /^(gzip|br)$/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal((await look(`${app}/api/none`)).status, 404);
  });
}
