import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { startCampus } from '../../../test/support/campus.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

const { api, given } = await startCampus();

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

it('a stopping process refuses connections, serves every call of those that are open, and exits with 0 after the last', async () => {
  const authorization = `Bearer ${await api.tokenOf(await given.student())}`;
  const call = async (path: string, agent: Agent) => {
    const sent = get(api.url + path, { agent, headers: { authorization } });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray()).toString();
    return { status: response.statusCode, headers: response.headers, body };
  };
  const [kept, other] = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true })];
  expect((await call('/api/auth/me', kept)).headers.connection).toBe('keep-alive');

  let running!: ReturnType<typeof call>;
  let exitCode!: Promise<number | null>;
  await api.db.inTransaction(async (client) => {
    await client.query('LOCK TABLE matches');
    running = call('/api/matches/my', other);
    await until('the call to wait', async () => (await api.db.query(WAITING)).length > 0);
    exitCode = api.terminate();
    await until('the process to drain', async () => {
      const { status, headers, body } = await call('/api/auth/me', kept);
      expect({ status, body }).toEqual({ status: 200, body: expect.stringContaining('"success":true') });
      expect(headers).toHaveProperty('x-request-id');
      return headers.connection === 'close';
    });
    const refusal = () =>
      call('/api/auth/me', new Agent()).catch((error: unknown) => (error as NodeJS.ErrnoException).code);
    await until('connections to be refused', async () => (await refusal()) === 'ECONNREFUSED');
  });
  expect(await running).toMatchObject({ status: 200, headers: { connection: 'close' } });
  expect(await exitCode).toBe(0);
});

it('a stopping process serves the connections that came while it was busy', async () => {
  const own = await startApi({ db: api.db, inbox: api.inbox });
  const { hostname, port } = new URL(own.url);
  process.kill(own.pid, 'SIGSTOP');
  const sockets = Array.from({ length: 50 }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write('GET /api/health/live HTTP/1.1\r\nHost: a\r\n\r\n');
  const exitCode = own.terminate();
  process.kill(own.pid, 'SIGCONT');
  for (const socket of sockets) expect(String(Buffer.concat(await socket.toArray()))).toMatch(/^HTTP\/1.1 200 /);
  expect(await exitCode).toBe(0);
});

describe('connections without a whole request', () => {
  /** As a browser opens one ahead of need, one that stops within its first line, and one within its second request. */
  async function openIdle(url: string): Promise<void> {
    const { hostname, port } = new URL(url);
    const start = 'GET /api/health/li';
    for (const bytes of ['', start, `${start}ve HTTP/1.1\r\nHost: a\r\n\r\n${start}`]) {
      const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(bytes);
      if (bytes.includes('\n')) await once(socket, 'data');
    }
  }

  it('do not keep a stopping process from exiting with 0', async () => {
    const own = await startApi({ db: api.db, inbox: api.inbox });
    await openIdle(own.url);
    expect(await own.terminate()).toBe(0); // after 10 s it would be 1
  });

  it('do not keep the app from closing', async () => {
    const own = await startApi({ db: api.db, inbox: api.inbox });
    await openIdle(own.url);
    await own.stop();
  });
});
