import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { atOnce } from '../../../test/support/responses.js';
import { inFull } from '../../../test/support/levels.js';
import { startCampus } from '../../../test/support/campus.js';
import { until } from '../../../test/support/until.js';

const { api, given } = await startCampus();

it('more calls of one address than a process can serve soon are refused at once, but not those of others and of the orchestrator', async () => {
  const headers = { authorization: `Bearer ${await api.tokenOf(await given.student())}` };
  const call = () => api.fetch('/api/matches/my', { headers });
  const refused: Response[] = [];
  let all!: Promise<unknown>;
  let elsewhere!: Promise<Response>;
  await api.db.inTransaction(async (client) => {
    await client.query('LOCK TABLE matches');
    all = atOnce(280, async () => {
      const response = await call();
      if (response.status !== 200) refused.push(response);
    });
    await until('the calls above 256 to be refused', () => refused.length >= 280 - 256);
    elsewhere = api.fetch('/api/matches/my', { headers: { ...headers, 'x-forwarded-for': '203.0.113.7' } });
    expect((await api.fetch('/api/health/live')).status).toBe(200);
    expect((await api.fetch('/api/metrics')).status).toBe(200);
  });
  expect(refused[0]!.headers.get('retry-after')).toBe('1');
  expect(await refused[0]!.json()).toMatchObject({ success: false, code: 'BUSY', retryAfterSeconds: 1 });
  await all;
  expect((await elsewhere).status).toBe(200);
  expect(refused).toHaveLength(280 - 256);
  expect((await call()).status).toBe(200);
});

it('a stream takes a place until it is open', async () => {
  const headers = { authorization: `Bearer ${await api.tokenOf(await given.student())}` };
  const refused: Response[] = [];
  let all!: Promise<Response[]>;
  await api.db.inTransaction(async (client) => {
    await client.query('LOCK TABLE sessions');
    all = atOnce(280, async () => {
      const response = await api.fetch('/api/live', { headers });
      await response.body?.cancel();
      if (response.status === 503) refused.push(response);
      return response;
    });
    await until('the streams above 256 to be refused', () => refused.length >= 280 - 256);
  });
  const statuses = (await all).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(280 - 256);
  expect((await api.fetch('/api/matches/my', { headers })).status).toBe(200);
});

const inFlight = async () =>
  Number(/^http_requests_in_flight (.+)$/m.exec(await (await api.fetch('/api/metrics')).text())![1]);

inFull(() => {
  it('a call takes its place for as long as it is worked on, also when its client hangs up', async () => {
    const headers = { authorization: `Bearer ${await api.tokenOf(await given.student())}` };
    const call = (signal?: AbortSignal) => api.fetch('/api/matches/my', { headers, signal });
    await api.db.inTransaction(async (client) => {
      await client.query('LOCK TABLE matches');
      const leave = new AbortController();
      const left = Promise.allSettled(Array.from({ length: 256 }, () => call(leave.signal)));
      await until('all places to be taken', async () => (await inFlight()) === 256);
      leave.abort();
      await left;
      expect((await call()).status).toBe(503);
      expect(await inFlight()).toBe(256);
    });
    await until('all places to be free', async () => (await inFlight()) === 0);
  });

  it('a client that hangs up with half of a body sent keeps no place', async () => {
    const token = await api.tokenOf(await given.student());
    const { hostname, port } = new URL(api.url);
    const head = [`GET /api/matches/${randomUUID()} HTTP/1.1`, `Host: ${hostname}`, `Authorization: Bearer ${token}`];
    const sockets: Socket[] = [];
    await api.db.inTransaction(async (client) => {
      await client.query('LOCK TABLE matches');
      for (let call = 0; call < 5; call++) {
        const socket = connect(Number(port), hostname);
        socket.write([...head, 'Content-Length: 9', '', ''].join('\r\n'));
        sockets.push(socket);
      }
      await until('the calls', async () => (await inFlight()) === 5);
      for (const socket of sockets) socket.destroy();
      expect(await inFlight()).toBe(5);
    });
    await until('every place to be free', async () => (await inFlight()) === 0);
  });

  it('a client that pipelines many calls and hangs up keeps no place', async () => {
    const headers = { authorization: `Bearer ${await api.tokenOf(await given.student())}` };
    const { hostname, port } = new URL(api.url);
    const one = `GET /api/matches/my HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${headers.authorization}\r\n\r\n`;
    await api.db.inTransaction(async (client) => {
      await client.query('LOCK TABLE matches');
      const socket = connect(Number(port), hostname, () => socket.write(one.repeat(256)));
      await until('no place to be left', async () => (await api.fetch('/api/matches/my')).status === 503);
      socket.destroy();
    });
    await until('every place to be free', async () => {
      const responses = await atOnce(200, () => api.fetch('/api/matches/my', { headers }));
      return responses.every(({ status }) => status === 200);
    });
  });
});
