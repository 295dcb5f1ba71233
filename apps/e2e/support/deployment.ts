import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { origin } from './students.js';

/** The system at a separate address, where another version of the service worker can be deployed. */
export async function startDeployment() {
  let version = 'first';
  const server = createServer((incoming, response) => {
    const { method, url = '/', headers } = incoming;
    if (url === '/sw.js') return void worker().then((script) => response.end(script));
    const passed = request(origin() + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    incoming.pipe(passed);

    async function worker() {
      const built = await fetch(`${origin()}/sw.js`);
      response.setHeader('content-type', 'text/javascript');
      return `${await built.text()}
        self.addEventListener('message', ({ data, ports }) => {
          if (data === 'version') ports[0].postMessage('${version}');
        });`;
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (next: string) => void (version = next),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
