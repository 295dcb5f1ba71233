import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@spareswipe/local-services';
import { openProxy } from '../support/postgres-proxy.js';
import { openCampus, refill, type Campus } from './campus.js';
import { latency, throughput, type Operation } from './load.js';
import { startServer } from './servers.js';

/**
 * `pnpm bench`: the figures of DESIGN §12 that are ratios, in one run on one machine. A database of 1,000 requests and
 * one of a million, 20 open on each campus, the built API, and a bare server (bare-server.ts) to compare it with. Takes
 * some ten minutes; the machine should have nothing else to do.
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

/** Calls per second of the API divided by those of the bare server. They take turns; the best round of each counts. */
async function compare(campus: Campus): Promise<void> {
  const [api, bare] = [await startServer('api', campus.url), await startServer('bare', campus.url)];
  const calls: [Operation, number][] = [
    ['list', 2000],
    ['create', 600],
    ['accept', 200],
  ];
  for (const [operation, count] of calls) {
    const run = (url: string, calls: number) => throughput(url, campus, operation, { calls, connections: CONNECTIONS });
    for (const { url } of [api, bare]) await run(url, operation === 'accept' ? 50 : count); // warm
    let [ours, theirs] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      if (operation === 'accept') await refill(campus);
      ours = Math.max(ours, await run(api.url, count));
      theirs = Math.max(theirs, await run(bare.url, count));
    }
    const ratio = ours / theirs;
    const figure = `${ratio.toFixed(2)} (${ours.toFixed(0)} / ${theirs.toFixed(0)} a second)`;
    report(`${operation}: API / bare Fastify + pg`, ratio, figure, '≥ 0.90', ratio >= 0.9);
  }
  const memory = api.memoryMb();
  report('memory of the API after this', memory, `${memory.toFixed(0)} MB`, '≤ 150 MB', memory <= 150);
  await Promise.all([api.stop(), bare.stop()]);
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

/** How often a call waits for PostgreSQL while nothing else happens. */
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

const dataDir = await mkdtemp(join(tmpdir(), 'spareswipe-bench-'));
const postgres = await startPostgres({ dataDir, log: console.error });
try {
  const small = await openCampus(postgres.url, SMALL);
  const large = await openCampus(postgres.url, LARGE);
  await start(small);
  await growth(small, large); // first: the others fill the small one
  await compare(small);
  await roundTrips(small);
  await Promise.all([small.db.end(), large.db.end()]);
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`);
console.table(table);
process.exit(0);
