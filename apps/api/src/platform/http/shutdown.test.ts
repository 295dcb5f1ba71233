import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify from 'fastify';
import { until } from '../../../test/support/until.js';
import { endIdleConnectionsOnClose } from './shutdown.js';

it('keeps nothing of connections that ended in the middle of a call', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const server = fastify({ forceCloseConnections: false });
  endIdleConnectionsOnClose(server);
  const sockets: WeakRef<Socket>[] = [];
  server.server.on('connection', (socket) => sockets.push(new WeakRef(socket)));
  server.get('/', ({ raw }) => once(raw.socket, 'close'));
  const url = await server.listen();
  for (let call = 0; call < 10; call++) {
    const leave = new AbortController();
    const response = fetch(url, { signal: leave.signal });
    await until('the call', () => sockets.length > call);
    leave.abort();
    await expect(response).rejects.toThrow('aborted');
  }
  await until('the sockets to be freed', () => {
    collectGarbage();
    // the newest may be in a variable still
    return sockets.filter((socket) => socket.deref()).length <= 1;
  });
  await server.close();
});
