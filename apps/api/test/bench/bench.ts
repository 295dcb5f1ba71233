import { cpus } from 'node:os';
import { openProxy } from '../support/postgres-proxy.js';
import { measure, openCampus, refill, type Campus } from './campus.js';
import { flood, latency, throughput, type Operation } from './load.js';
import { startServer } from './servers.js';

/**
 * `pnpm bench`: the ratios of docs/performance.md, in one run on one machine. A database of 1,000 requests and
 * one of a million, 20 open on each campus, the built API, and two bare servers (bare-server.ts) to compare it with. Takes
 * some ten minutes; the machine should have nothing else to do. `pnpm bench compare overload` runs these parts only.
 */
const SMALL = { requests: 1000, open: 400 };
const LARGE = { requests: Number(process.env.BENCH_REQUESTS ?? 1_000_000), open: 20_000 };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 8;
/** A moderate rate for p99: at saturation it would only show how long the queue is. */
const PER_SECOND = 30;

const table: { what: string; figure: string; target: string; reached: string }[] = [];
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
function report(what: string, value: number, figure: string, target: string, isReached: boolean): void {
  table.push({ what, figure, target, reached: Number.isNaN(value) ? 'not measured' : isReached ? 'yes' : 'no' });
}

/**
 * Calls per second and processor time per call of the API and of both bare servers. They take turns; the best round of
 * each counts.
 */
async function compare(campus: Campus): Promise<void> {
  const programs = ['api', 'equipped', 'naked'] as const;
  const servers = await Promise.all(programs.map((program) => startServer(program, campus.url)));
  const calls: [Operation, number][] = [
    ['list', 2000],
    ['create', 600],
    ['accept', 200],
  ];
  for (const [operation, count] of calls) {
    const best = servers.map(() => ({ perSecond: 0, processorMs: Infinity }));
    for (let round = -1; round < ROUNDS; round++) {
      for (const [at, server] of servers.entries()) {
        if (operation === 'accept') await refill(campus);
        const before = server.processorMs();
        const perSecond = await throughput(server.url, campus, operation, { calls: count, connections: CONNECTIONS });
        if (round < 0) continue; // warm
        best[at]!.perSecond = Math.max(best[at]!.perSecond, perSecond);
        best[at]!.processorMs = Math.min(best[at]!.processorMs, (server.processorMs() - before) / count);
      }
    }
    const [api, equipped, naked] = best as [Best, Best, Best];
    for (const [program, bare, target] of [
      ['equipped', equipped, 0.9],
      ['naked', naked, 0.8],
    ] as const) {
      const [ratio, cost] = [api.perSecond / bare.perSecond, bare.processorMs / api.processorMs];
      const perSecond = `${ratio.toFixed(2)} (${api.perSecond.toFixed(0)} / ${bare.perSecond.toFixed(0)} a second)`;
      report(`${operation}: API / ${program} bare server`, ratio, perSecond, `≥ ${target}`, ratio >= target);
      const ms = `${cost.toFixed(2)} (${api.processorMs.toFixed(2)} / ${bare.processorMs.toFixed(2)} ms)`;
      report(`${operation}: ${program} / API, processor time a call`, cost, ms, `≥ ${target}`, cost >= target);
    }
  }
  const memory = servers[0]!.memoryMb();
  report('memory of the API after this', memory, `${memory.toFixed(0)} MB`, '≤ 200 MB', memory <= 200);
  await Promise.all(servers.map((server) => server.stop()));
}

interface Best {
  perSecond: number;
  processorMs: number;
}

/** Three times as many calls as the API can serve, for ten seconds, and how soon a single call is fast again. */
async function overload(campus: Campus): Promise<void> {
  const api = await startServer('api', campus.url);
  const calls = { calls: 3000, connections: 32 };
  const peak = Math.max(
    await throughput(api.url, campus, 'list', calls),
    await throughput(api.url, campus, 'list', calls),
  );
  const { served, refused, failed } = await flood(api.url, campus, { perSecond: 3 * peak, seconds: 10 });
  const ratio = served / 10 / peak;
  const figure = `${ratio.toFixed(2)} (${(served / 10).toFixed(0)} of ${peak.toFixed(0)} a second; ${refused} × 503, ${failed} failed)`;
  report('served at 3 × saturation / peak', ratio, figure, '≥ 0.80', ratio >= 0.8 && failed === 0);
  const start = performance.now();
  const single = () => latency(api.url, campus, 'list', { calls: 10, perSecond: 100 });
  while ((await single().catch(() => Infinity)) > 100); // at first it may still refuse some
  const seconds = (performance.now() - start) / 1000;
  report('recovered after that', seconds, `${seconds.toFixed(1)} s`, '≤ 5 s', seconds <= 5);
  await api.stop();
}

/** The p99 of lists without and with 50 log-ins a second. */
async function logIns(campus: Campus): Promise<void> {
  const api = await startServer('api', campus.url);
  const lists = () => latency(api.url, campus, 'list', { calls: 300, perSecond: PER_SECOND });
  await lists();
  const alone = await lists();
  const [beside] = await Promise.all([
    lists(),
    latency(api.url, campus, 'logIn', { calls: 500, perSecond: 50 }, ({ status }) => status === 200 || status === 503),
  ]);
  const ratio = beside / alone;
  const figure = `${ratio.toFixed(2)} (${alone.toFixed(1)} → ${beside.toFixed(1)} ms)`;
  report('p99 of lists beside 50 log-ins a second', ratio, figure, '≤ 3', ratio <= 3);
  await api.stop();
}

async function growth(small: Campus, large: Campus): Promise<void> {
  const servers = { few: await startServer('api', small.url), many: await startServer('api', large.url) };
  for (const operation of ['list', 'search', 'accept'] as const) {
    const at = async (url: string, campus: Campus) => {
      let [p99, perSecond] = [Infinity, 0];
      for (let round = 0; round < 3; round++) {
        // also warms up the first round
        perSecond = Math.max(
          perSecond,
          await throughput(url, campus, operation, { calls: 300, connections: CONNECTIONS }),
        );
        if (operation === 'accept') await refill(campus);
        p99 = Math.min(p99, await latency(url, campus, operation, { calls: 300, perSecond: PER_SECOND }));
        if (operation === 'accept') await refill(campus);
      }
      return { p99, perSecond };
    };
    const [before, after] = [await at(servers.few.url, small), await at(servers.many.url, large)];
    const ratio = after.p99 / before.p99;
    const size = `${operation}: ${SMALL.requests} → ${LARGE.requests} requests`;
    const figure = `${ratio.toFixed(2)} (${before.p99.toFixed(1)} → ${after.p99.toFixed(1)} ms)`;
    report(`${size}, p99 at ${PER_SECOND} a second`, ratio, figure, '≤ 1.5', ratio <= 1.5);
    const most = `${before.perSecond.toFixed(0)} → ${after.perSecond.toFixed(0)} a second`;
    table.push({ what: `${size}, at most`, figure: most, target: '', reached: '' });
  }
  await Promise.all([servers.few.stop(), servers.many.stop()]);
}

async function start(campus: Campus): Promise<void> {
  const [ready, memory]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const api = await startServer('api', campus.url);
    ready.push(api.readyMs);
    memory.push(api.memoryMb());
    await api.stop();
  }
  const [ms, mb] = [median(ready), median(memory)];
  report('API ready', ms, `${(ms / 1000).toFixed(2)} s`, '≤ 2 s', ms <= 2000);
  report('memory of the API when ready', mb, `${mb.toFixed(0)} MB`, '≤ 150 MB', mb <= 150);
}

/** Counts the round trips of a call to PostgreSQL while nothing else happens. */
async function roundTrips(campus: Campus): Promise<void> {
  const proxy = await openProxy(campus.url);
  const api = await startServer('api', proxy.url);
  const one = { calls: 20, connections: 1 };
  await refill(campus);
  for (const operation of ['list', 'create', 'accept'] as const) {
    await throughput(api.url, campus, operation, one);
    const before = proxy.roundTrips();
    await throughput(api.url, campus, operation, one);
    const trips = (proxy.roundTrips() - before) / one.calls;
    table.push({ what: `${operation}: round trips to PostgreSQL`, figure: trips.toFixed(1), target: '', reached: '' });
  }
  await api.stop();
  await proxy.close();
}

/** The parts, in an order in which each leaves the databases as the next one needs them. */
const PARTS = { start, growth, compare, overload, logIns, roundTrips };
const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in PARTS));
if (unknown) throw new Error(`No part is called ${unknown}; the parts are ${Object.keys(PARTS).join(', ')}`);
const parts = Object.entries(PARTS).filter(([name]) => !chosen.length || chosen.includes(name));

await measure(async (serverUrl) => {
  const small = await openCampus(serverUrl, SMALL);
  const large = parts.some(([name]) => name === 'growth') ? await openCampus(serverUrl, LARGE) : small;
  for (const [, part] of parts) await part(small, large);
  await Promise.all([...new Set([small, large])].map(({ db }) => db.end()));
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`);
  console.table(table);
});
