import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@spareswipe/local-services';
import { ROOT } from '../start/settings.mjs';

/** docker/nginx.main.conf and docker/nginx.conf.template in a real nginx on this machine, for tests and drills. */

const read = (name) => readFileSync(join(ROOT, 'docker', name), 'utf8');

/** A name server that gives every name these addresses, which may change. */
export async function startNames(...addresses) {
  const socket = createSocket('udp4');
  const names = { addresses, resolver: '', close: () => socket.close() };
  socket.on('message', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isIpv4 = question.readUInt16BE(question.length - 4) === 1;
    const found = isIpv4 ? names.addresses : [];
    const header = Buffer.from([query[0], query[1], 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0]);
    const records = found.map((ip) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...ip.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, question, ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  names.resolver = `127.0.0.1:${socket.address().port}`;
  return names;
}

/**
 * Starts nginx with its files in a folder, where it serves the pages in `html`. It resolves the API's name by `resolver`, and
 * closes further streams of events at `streams`.
 */
export async function startNginx(folder, { resolver, apiPort, streams = 7000 }) {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const origin = `http://127.0.0.1:${port}`;
  mkdirSync(join(folder, 'html'), { recursive: true });
  writeFileSync(join(folder, 'headers.conf'), "add_header x-content-type-options 'nosniff' always;\n");
  const server = read('nginx.conf.template')
    .replaceAll('${API_ADDRESS}', `api.test:${apiPort}`)
    .replaceAll('${NGINX_LOCAL_RESOLVERS}', resolver)
    .replaceAll('${PROXIES}', '127.0.0.1')
    .replaceAll('${PAGE_FEATURES}', 'sign-on')
    .replaceAll('/etc/nginx/spareswipe-headers.conf', join(folder, 'headers.conf'))
    .replaceAll('/usr/share/nginx/html', join(folder, 'html'))
    .replace('limit_conn streams 7000', `limit_conn streams ${streams}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('listen 8081', `listen 127.0.0.1:${metricsPort}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  const user = process.getuid() === 0 ? 'user root;' : ''; // the folder is closed to others
  const main = read('nginx.main.conf')
    .replace('/tmp/nginx.pid', join(folder, 'nginx.pid'))
    // a function, since the template contains `$'`
    .replace('include /etc/nginx/conf.d/*.conf;', () => `${temporary} ${server}`);
  writeFileSync(join(folder, 'nginx.conf'), `daemon off; ${user} ${main}`);
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  nginx.stderr.on('data', (text) => (log += text));
  for (let tries = 0; !(await fetch(origin).catch(() => undefined)); tries++) {
    if (nginx.exitCode !== null || tries > 100) throw new Error(`nginx did not start:\n${log}`);
    await wait(50);
  }
  return {
    origin,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    pid: nginx.pid,
    async stop() {
      nginx.kill();
      await once(nginx, 'exit');
    },
  };
}
