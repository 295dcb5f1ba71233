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

/** The headers of an address, each with all its values: `fetch` would join those of a header that is there twice. */
function headersOf(address) {
  return new Promise((resolve, reject) => {
    const { get } = address.startsWith('https:') ? https : http;
    get(address, (response) => {
      response.resume();
      resolve(response.headersDistinct);
    }).on('error', reject);
  });
}

/** Checks what only the built image can show; scripts/nginx.test.mjs proves the rest of nginx's configuration. */
export async function checkPages(app, step) {
  const page = await (await fetch(app)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script, 'the landing page names its script');

  await step('every response has each security header once', async () => {
    for (const path of ['/', '/dashboard', script, '/assets/none.js', '/api/health/live', '/api/none']) {
      const headers = await headersOf(app + path);
      for (const name of SECURITY_HEADERS) assert.equal(headers[name]?.length, 1, `${name} of ${path}`);
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
  await step('scripts are sent compressed', async () => {
    const { headers } = await fetch(app + script, { headers: { 'accept-encoding': 'br' } });
    assert.equal(headers.get('content-encoding'), 'br');
  });
}
