import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@spareswipe/local-services';
import { openCampus, refill, type Campus } from './campus.js';
import { latency, throughput } from './load.js';
import { startServer } from './servers.js';

/**
 * `pnpm --filter @spareswipe/api bench live`: what live lists cost (docs/decisions/0024-live-lists.md). Memory of a process
 * with 1,000 open streams; calls per second and their p99 without announcements, with them, and with all streams of one campus open.
 */
const STREAMS_OF_STUDENT = 5;
const ROUNDS = 3;
const CALLS = { create: 600, accept: 200 };
const TRIGGERS = {
  meal_requests: ['meal_requests_announce_insert', 'meal_requests_announce_status'],
  matches: ['matches_announce'],
};

async function announce({ db }: Campus, isOn: boolean): Promise<void> {
  for (const [table, triggers] of Object.entries(TRIGGERS))
    for (const trigger of triggers)
      await db.query(`ALTER TABLE ${table} ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER ${trigger}`);
}

/** Opens as many streams as each student may have, and counts their events. */
async function openStreams(url: string, { tokens }: Campus) {
  const leave = new AbortController();
  const seen = { streams: 0, events: 0 };
  const open = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    let response = await fetch(`${url}/api/live`, { headers, signal: leave.signal });
    while (response.status === 204) {
      await pause(200); // the process does not listen yet
      response = await fetch(`${url}/api/live`, { headers, signal: leave.signal });
    }
    if (response.status !== 200) throw new Error(`a stream: ${response.status}`);
    seen.streams++;
    void (async () => {
      for await (const part of response.body!) seen.events += Buffer.from(part).toString().split('data:').length - 1;
    })().catch(() => undefined);
  };
  for (const token of tokens) for (let tab = 0; tab < STREAMS_OF_STUDENT; tab++) await open(token);
  return { seen, close: () => leave.abort() };
}

/** After a pause in which garbage may be collected. */
async function settledMb({ memoryMb }: { memoryMb: () => number }): Promise<number> {
  await pause(15_000);
  return memoryMb();
}

async function memory(campus: Campus): Promise<void> {
  const api = await startServer('api', campus.url);
  await throughput(api.url, campus, 'list', { calls: 500, connections: 8 });
  const before = await settledMb(api);
  const { seen, close } = await openStreams(api.url, campus);
  const after = await settledMb(api);
  console.log(`memory: ${before.toFixed(0)} MB, with ${seen.streams} open streams ${after.toFixed(0)} MB`);
  close();
  await api.stop();
}

interface Figures {
  perSecond: number;
  p99: number;
}

/** Calls a second, and the p99 of calls at a moderate rate. The best of all rounds, in which the ways take turns. */
async function cost(campus: Campus): Promise<void> {
  const api = await startServer('api', campus.url);
  const figures: Record<string, Figures> = {};
  const measure = async (how: string, { counts = true } = {}) => {
    for (const operation of ['create', 'accept'] as const) {
      if (operation === 'accept') await refill(campus);
      const perSecond = await throughput(api.url, campus, operation, { calls: CALLS[operation], connections: 8 });
      if (operation === 'accept') await refill(campus);
      const p99 = await latency(api.url, campus, operation, { calls: 200, perSecond: 30 });
      const best = figures[`${operation}, ${how}`] ?? { perSecond: 0, p99: Infinity };
      if (counts)
        figures[`${operation}, ${how}`] = {
          perSecond: Math.max(best.perSecond, Math.round(perSecond)),
          p99: Math.min(best.p99, Math.round(p99)),
        };
    }
  };
  await measure('to warm up', { counts: false });
  for (let round = 0; round < ROUNDS; round++) {
    await announce(campus, false);
    await measure('without announcements');
    await announce(campus, true);
    await measure('with announcements');
    const { seen, close } = await openStreams(api.url, campus);
    await measure(`with ${seen.streams} open streams`);
    console.log(`${seen.events} events arrived`);
    close();
    await pause(1000);
  }
  console.table(figures);
  await api.stop();
}

const dataDir = await mkdtemp(join(tmpdir(), 'spareswipe-bench-'));
const postgres = await startPostgres({ dataDir, log: console.error });
try {
  const campus = await openCampus(postgres.url, { requests: 1000, open: 400 });
  await memory(campus);
  await cost(campus);
  await campus.db.end();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
