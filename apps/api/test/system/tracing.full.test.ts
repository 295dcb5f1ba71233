import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { givenIn } from '../support/given.js';
import { ok } from '../support/responses.js';
import { openCollector, type Span } from '../support/collector.js';
import { createTestDatabase } from '../support/database.js';
import { openInbox } from '../support/inbox.js';
import { inFull } from '../support/levels.js';
import { startApi } from '../support/start-api.js';
import { until } from '../support/until.js';

it('traces a call from the API to the mail that another process sends', async () => {
  const [db, inbox, collector] = await Promise.all([createTestDatabase(), openInbox(), openCollector()]);
  const given = givenIn(db);
  const process = (name: string) =>
    startApi({ db, inbox, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_SERVICE_NAME: name } });
  const [one, two] = [await process('one'), await process('two')];
  const [ruth, finn] = [await given.student({ name: 'Ruth Marlowe' }), await given.student({ name: 'Finn Oakley' })];
  const requestId = await given.request({ by: ruth, mealDescription: 'Lentil stew' });

  inbox.refuse(451);
  const answer = await one.fetch('/api/matches', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await one.tokenOf(finn)}` },
    body: JSON.stringify({ requestId, message: 'Meet me at the fountain' }),
  });
  expect(answer.status).toBe(201);
  const line = (await one.logs()).find(({ route }) => route === '/api/matches');
  await until('a mail to be refused', async () =>
    [...(await one.logs()), ...(await two.logs())].some(({ msg }) => msg === 'job failed'),
  );
  expect(await one.terminate()).toBe(0); // sends the spans that wait
  inbox.refuse(undefined);
  await until('both mails', async () => {
    await db.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND state = 'retry'`);
    return inbox.mails.length === 2;
  });
  expect(await two.terminate()).toBe(0);

  const trace = collector.spans.filter(({ traceId }) => traceId === line!['traceId']);
  const call = trace.find(({ name }) => name === 'POST /api/matches')!;
  expect(call).toMatchObject({
    service: 'one',
    attributes: { 'http.route': '/api/matches', 'http.response.status_code': 201 },
  });
  const limited = trace.find(({ name }) => name === 'rate_limits:rlflx-upsert')!;
  expect(rootOf(limited, trace)).toBe(call);
  const enqueued = trace.find(({ name }) => name === 'enqueue in mail')!;
  expect(enqueued).toMatchObject({ service: 'one', attributes: { 'db.system.name': 'postgresql' } });
  expect(rootOf(enqueued, trace)).toBe(call);
  const sent = trace.filter(({ name, service, isFailed }) => name === 'SMTP' && service === 'two' && !isFailed);
  expect(sent).toHaveLength(2);
  for (const span of sent) expect(rootOf(span, trace)).toBe(call);
  expect(trace.some(({ name, isFailed }) => name === 'job mail' && isFailed)).toBe(true);

  // names, verbs and codes only
  const said = collector.received.join('\n');
  const secrets = [ruth.email, finn.email, 'Marlowe', 'Oakley', 'Lentil', 'fountain', '127.0.0.1', 'Bearer', 'SELECT '];
  for (const secret of [...secrets, ruth.id, finn.id, requestId]) expect(said).not.toContain(secret);
  collector.close();
  await inbox.close();
  await db.close();
});

inFull(() => {
  it.each([
    ['all', { share: '1', wish: '00', recorded: 1 }],
    ['none', { share: '0', wish: '01', recorded: 0 }],
  ])(
    'traces %s of the calls as the operator chose, whatever a caller asks for',
    async (_what, { share, wish, recorded }) => {
      const collector = await openCollector();
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: share };
      const api = await startApi({ settings });
      const traceparent = `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${wish}`;
      expect((await api.fetch('/api/announcements/unread', { headers: { traceparent } })).status).toBe(401);
      const lines = (await api.logs()).filter(({ traceId }) => traceId);
      expect(await api.terminate()).toBe(0); // sends what it has
      const calls = collector.spans.filter(({ name }) => name === 'GET /api/announcements/unread');
      expect(calls).toHaveLength(recorded);
      expect(calls.some(({ parentSpanId }) => parentSpanId)).toBe(false);
      expect(lines.map(({ traceId }) => traceId)).toEqual(calls.map(({ traceId }) => traceId));
      collector.close();
      await api.stop();
    },
    60_000,
  );

  it.each([
    ['is away', openBroken],
    ['never responds', () => openCollector({ isSilent: true })],
  ])(
    'serves and shuts down as usual while the collector %s',
    async (_what, open) => {
      const collector = await open();
      const api = await startApi({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint } });
      const student = await givenIn(api.db).student();
      ok(await api.as(student).requests.browse({ query: {} }));
      await until('a batch to be on its way', () => collector.calls() > 0);
      ok(await api.as(student).requests.browse({ query: {} }));
      expect(await api.terminate()).toBe(0); // 1 if it takes too long
      collector.close();
      await api.stop();
    },
    120_000,
  );
});

it('logs no trace id if no collector is set', async () => {
  const api = await startApi();
  ok(await api.as(await givenIn(api.db).student()).requests.browse({ query: {} }));
  const line = (await api.logs()).find(({ route }) => route === '/api/requests');
  expect(line).toBeDefined();
  expect(line).not.toHaveProperty('traceId');
  await api.stop();
});

/** Ends every connection before a response. */
async function openBroken() {
  let calls = 0;
  const server = createServer((socket) => {
    calls++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, calls: () => calls, close: () => void server.close() };
}

/** The span above it whose own parent is elsewhere. */
function rootOf(span: Span, trace: Span[]): Span {
  const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? rootOf(parent, trace) : span;
}
