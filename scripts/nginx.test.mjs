import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errors } from '@spareswipe/contract';
import { findFreePort } from '@spareswipe/local-services';
import { startNames, startNginx } from './drills/nginx.mjs';

/** docker/nginx.main.conf and docker/nginx.conf.template in a real nginx, in front of servers of this test. */

/** In place of 7,000. */
const STREAMS = 2000;

function missingNginx() {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return undefined;
  } catch (error) {
    if (process.env.NGINX_REQUIRED) throw error;
    return 'nginx is not installed';
  }
}

const reason = missingNginx();
if (reason) process.stderr.write(`Tests of nginx are skipped: ${reason}\n`);

/** An API at one address, which names itself. Its limits of 10 s for a head and 20 s for a request are shortened. */
async function startApi(host, port, { requestTimeout = 1000 } = {}) {
  let held = 0;
  const server = createServer({ connectionsCheckingInterval: 100 }, (request, response) => {
    if (request.method === 'POST') {
      let length = 0;
      held++;
      request.on('data', (part) => (length += part.length));
      request.on('end', () => response.end(String(length)));
      response.on('close', () => held--);
      return;
    }
    if (request.url === '/api/held') return void held++;
    if (request.url === '/api/live') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      return;
    }
    if (request.url.startsWith('/requests?open=known')) {
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
      response.end(`<p>preview for ${request.headers['x-forwarded-for']}</p>`);
      return;
    }
    const isApi = request.url.startsWith('/api/');
    response.writeHead(isApi ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ host, forwardedFor: request.headers['x-forwarded-for'] }));
  });
  Object.assign(server, { headersTimeout: 500, requestTimeout });
  server.listen(port, host, 4096);
  await once(server, 'listening');
  return {
    /** How many calls are under way. */
    held: () => held,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

(reason ? describe.skip : describe)('nginx in front of the API', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spareswipe-nginx-'));
  const script = `export const words = '${'meal '.repeat(500)}';`;
  let names, apiPort, nginx, origin;

  beforeAll(async () => {
    names = await startNames('127.0.0.1');
    apiPort = await findFreePort();
    mkdirSync(join(folder, 'html/assets'), { recursive: true });
    writeFileSync(join(folder, 'html/index.html'), '<p>screen</p>');
    writeFileSync(join(folder, 'html/landing.html'), '<p>landing</p>');
    writeFileSync(join(folder, 'html/requests.html'), '<p>requests</p>');
    writeFileSync(join(folder, 'html/assets/app.js'), script);
    writeFileSync(join(folder, 'html/assets/app.js.gz'), gzipSync(script, { level: 9 }));
    writeFileSync(join(folder, 'html/assets/app.js.br'), brotliCompressSync(script));
    writeFileSync(join(folder, 'html/assets/app.css'), 'body { color: green }');
    nginx = await startNginx(folder, { resolver: names.resolver, apiPort, streams: STREAMS });
    origin = nginx.origin;
  });
  afterAll(async () => {
    await nginx.stop();
    names.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['/', '/login', '/requests'])('says in the page %s that a campus has a sign-on', async (path) => {
    expect((await fetch(origin + path)).headers.get('server-timing')).toBe('sign-on');
  });

  it.each(['/assets/app.js', '/api/health/ready'])('does not say so in %s', async (path) => {
    expect((await fetch(origin + path)).headers.get('server-timing')).toBeNull();
  });

  it('lets browsers keep hashed files forever, precompressed, and no missing one', async () => {
    const response = await fetch(`${origin}/assets/app.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(Number(response.headers.get('content-length'))).toBe(gzipSync(script, { level: 9 }).length);
    for (const path of ['/assets/none.js', '/none.png']) {
      const missing = await fetch(origin + path);
      expect(missing.status).toBe(404);
      expect(missing.headers.get('cache-control')).not.toMatch(/immutable|max-age/);
    }
  });

  it('serves brotli to browsers that accept it if the file has it, else the plain file', async () => {
    const get = (path, encodings) => fetch(origin + path, { headers: { 'accept-encoding': encodings } });
    const compressed = await get('/assets/app.js', 'gzip, deflate, br');
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(Number(compressed.headers.get('content-length'))).toBe(brotliCompressSync(script).length);
    expect(await compressed.text()).toBe(script);
    expect(compressed.headers.get('content-type')).toBe('text/javascript');
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
    expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(compressed.headers.get('x-content-type-options')).toBe('nosniff');
    const plain = await get('/assets/app.js', 'identity');
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script]);
    const style = await get('/assets/app.css', 'br');
    expect([style.headers.get('content-encoding'), style.headers.get('content-type')]).toEqual([null, 'text/css']);
  });

  it('sends no brotli to a browser that refuses it, and says once on what a file depends', async () => {
    const get = (encodings) => fetch(`${origin}/assets/app.js`, { headers: { 'accept-encoding': encodings } });
    for (const encodings of ['gzip, br;q=0', 'br; q=0.0, gzip']) {
      const response = await get(encodings);
      expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
        'gzip',
        'Accept-Encoding',
      ]);
    }
    expect((await get('br;q=0.5')).headers.get('content-encoding')).toBe('br');
  });

  it('serves every other path as a screen', async () => {
    expect(await (await fetch(`${origin}/`)).text()).toContain('landing');
    expect(await (await fetch(`${origin}/no/such/screen`)).text()).toContain('screen');
  });

  it('quickly reports in the API’s own shape that the API is down, and finds it at a new address', async () => {
    const began = Date.now();
    const away = await fetch(`${origin}/api/requests`);
    expect(Date.now() - began).toBeLessThan(7000);
    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).toBe('5');
    expect(await away.json()).toMatchObject({ success: false, code: 'BUSY' });

    const hostOf = async () => (await (await fetch(`${origin}/api/requests`)).json()).host;
    const before = await startApi('127.0.0.1', apiPort);
    expect(await hostOf()).toBe('127.0.0.1');
    await before.close();
    const moved = await startApi('127.0.0.2', apiPort);
    names.addresses = ['127.0.0.2'];
    const end = Date.now() + 15_000;
    while ((await hostOf()) !== '127.0.0.2' && Date.now() < end) await wait(100);
    expect(await hostOf()).toBe('127.0.0.2');
    await moved.close();
  });

  it('passes each event of a stream on at once, and names the client', async () => {
    const api = await startApi(names.addresses[0], apiPort);
    const stream = await fetch(`${origin}/api/live`, { headers: { 'accept-encoding': 'gzip' } });
    const { value } = await stream.body.getReader().read();
    expect(new TextDecoder().decode(value)).toBe('data: first\n\n');
    const { forwardedFor } = await (await fetch(`${origin}/api/requests`)).json();
    expect(forwardedFor).toBe('127.0.0.1');
    await api.close();
  });

  it('names the client that a proxy in front names, and none that the client made up', async () => {
    const api = await startApi(names.addresses[0], apiPort);
    const named = async (header) => {
      const response = await fetch(`${origin}/api/requests`, { headers: { 'x-forwarded-for': header } });
      return (await response.json()).forwardedFor;
    };
    expect(await named('203.0.113.9')).toBe('203.0.113.9');
    expect(await named('1.2.3.4, 203.0.113.9')).toBe('203.0.113.9');
    await api.close();
  });

  it('passes small bodies on, and larger ones only to the webhook of payments', async () => {
    const api = await startApi(names.addresses[0], apiPort);
    const send = (path, length) => fetch(origin + path, { method: 'POST', body: 'x'.repeat(length) });
    expect(await (await send('/api/requests', 16_384)).text()).toBe('16384');
    expect(await (await send('/api/payments/webhook', 200_000)).text()).toBe('200000');
    expect((await send('/api/requests', 16_385)).status).toBe(413);
    await api.close();
  });

  it('reports its own failures in the API’s shape', async () => {
    const api = await startApi(names.addresses[0], apiPort);
    const failures = [
      ['/api/requests', { method: 'POST', body: 'x'.repeat(20_000) }, 'PAYLOAD_TOO_LARGE'],
      ['/', { method: 'POST' }, 'METHOD_NOT_ALLOWED'],
      ['/api/metrics', {}, 'NOT_FOUND'],
      ['/api/requests', { headers: { 'x-long': 'x'.repeat(40_000) } }, 'VALIDATION_FAILED'],
    ];
    for (const [path, init, code] of failures) {
      const response = await fetch(origin + path, init);
      const { status, message } = errors[code];
      expect(await response.json()).toEqual({ success: false, code, message });
      expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    }
    expect(await (await fetch(`${origin}/api`)).json()).toMatchObject({ host: names.addresses[0] });
    await api.close();
  });

  it('serves others while hundreds send their heads and bodies slowly, and ends those', async () => {
    const api = await startApi(names.addresses[0], apiPort);
    const sockets = Array.from({ length: 900 }, (_, at) => {
      const socket = connect(new URL(origin).port, '127.0.0.1');
      const head = 'POST /api/requests HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n';
      socket.write(at % 2 ? head : `${head}\r\nx`);
      const trickle = setInterval(() => socket.write(at % 2 ? '' : 'x'), 300);
      socket.on('error', () => undefined).once('close', () => clearInterval(trickle));
      socket.resume();
      return socket;
    });
    const bodies = sockets.filter((_, at) => at % 2 === 0);
    const ended = Promise.all(bodies.map((socket) => once(socket, 'end')));
    for (let call = 0; call < 20; call++) expect((await fetch(`${origin}/api/health/live`)).status).toBe(200);
    await ended;
    for (const socket of sockets) socket.destroy();
    await api.close();
  });

  it('keeps a stream open for each of more students than one worker of nginx has by default, up to its limit', async () => {
    const api = await startApi(names.addresses[0], apiPort, { requestTimeout: 0 });
    // a POST of this path must not take a stream's place
    const others = Array.from({ length: 50 }, () => {
      const socket = connect(new URL(origin).port, '127.0.0.1').on('error', () => undefined);
      socket.write('POST /api/live HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx');
      return socket;
    });
    while (api.held() < others.length) await wait(20);
    const agent = new Agent({ maxSockets: Infinity });
    const open = () =>
      new Promise((resolve, reject) => get(`${origin}/api/live`, { agent }, resolve).on('error', reject));
    const streams = [];
    while (streams.length < STREAMS) streams.push(...(await Promise.all(Array.from({ length: 200 }, open))));
    expect(streams.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    const refused = await fetch(`${origin}/api/live`);
    expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).code]).toEqual([
      503,
      '5',
      'BUSY',
    ]);
    expect((await fetch(`${origin}/api/health/live`)).status).toBe(200);
    for (const each of [...others, ...streams]) each.destroy();
    await api.close();
  });

  it.each([
    ['an address', () => '203.0.113.1', '203.0.113.2'],
    ['an address that is written as IPv6', () => '::ffff:203.0.113.1', '::ffff:203.0.113.2'],
    ['an IPv6 network', (host) => `2001:db8:a:${host.toString(16)}::1`, '2001:db8:b::1'],
  ])('refuses the calls of %s that has 1,000 under way, and of no other', async (_, address, other) => {
    const api = await startApi(names.addresses[0], apiPort);
    const agent = new Agent({ maxSockets: Infinity });
    const from = (client) => ({ agent, headers: { 'x-forwarded-for': client } });
    for (let call = 0; call < 1000; call++) get(`${origin}/api/held`, from(address(call))).on('error', () => undefined);
    while (api.held() < 1000) await wait(20);
    const statusOf = async (client) => (await fetch(`${origin}/api/requests`, from(client))).status;
    const statuses = [await statusOf(address(1000)), await statusOf(other)];
    agent.destroy();
    await api.close();
    expect(statuses).toEqual([503, 200]);
  });

  it('takes bodies for the webhook of payments from 32 connections of an address at once', async () => {
    const api = await startApi(names.addresses[0], apiPort, { requestTimeout: 0 });
    const sockets = Array.from({ length: 32 }, () => {
      const socket = connect(new URL(origin).port, '127.0.0.1').on('error', () => undefined);
      socket.write('POST /api/payments/webhook HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx');
      return socket;
    });
    const statusOf = async (address) => {
      const headers = { 'x-forwarded-for': address };
      return (await fetch(`${origin}/api/payments/webhook`, { method: 'POST', body: 'x', headers })).status;
    };
    while (api.held() < 32) await wait(20);
    expect([await statusOf('127.0.0.1'), await statusOf('203.0.113.2')]).toEqual([503, 200]);
    for (const socket of sockets) socket.destroy();
    await api.close();
  });

  it('serves the link of a shared request as the API does, with its preview, and without the API as any other page', async () => {
    const open = async (path) => {
      const response = await fetch(origin + path);
      return [response.status, response.headers.get('cache-control'), await response.text()];
    };
    const general = [200, 'no-cache', '<p>requests</p>'];
    expect(await open('/requests?open=known')).toEqual(general);
    const api = await startApi(names.addresses[0], apiPort);
    const previewed = [200, 'no-store', '<p>preview for 127.0.0.1</p>'];
    expect(await open('/requests?open=known')).toEqual(previewed);
    expect(await open('/requests?open=known&mealPeriod=lunch')).toEqual(previewed);
    for (const path of ['/requests', '/requests?open=', '/requests?mealPeriod=lunch'])
      expect(await open(path)).toEqual(general);
    // an API of the version before
    expect(await open('/requests?open=unknown')).toEqual(general);
    await api.close();
  });

  it('shows metrics inside the network only: its own on another port, and not those of the API', async () => {
    const metrics = await fetch(nginx.metrics);
    // Prometheus 3 takes no other type
    expect(metrics.headers.get('content-type')).toBe('text/plain');
    expect(await metrics.text()).toMatch(/^nginx_connections_active [1-9]\d*\n$/);
    for (const path of ['/metrics', '/api/metrics'])
      expect(await (await fetch(origin + path)).text()).not.toContain('_connections');
  });
});
