import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@spareswipe/local-services';
import { openCampus, refill, type Campus } from './campus.js';
import { throughput } from './load.js';
import { startServer } from './servers.js';

/**
 * `pnpm --filter @spareswipe/api bench live`: what live lists cost (docs/decisions/0024-live-lists.md). Memory of a process
 * with 1,000 open streams, and calls per second without announcements, with them, and with all streams of one campus open.
 */
const STREAMS_OF_STUDENT = 5;
const ROUNDS = 5;
const CALLS = { create: 600, accept: 200 };
const TRIGGERS = {
  meal_requests: ['meal_requests_announce_insert', 'meal_requests_announce_status'],
  matches: ['matches_announce'],
};

async function announce({ db }: Campus, isOn: boolean): Promise<void> {
  for (const [table, triggers] of Object.entries(TRIGGERS))
    for (const trigger of triggers) await db.query(`ALTER TABLE ${table} ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER ${trigger}`);
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
async function settledMb(api: { memoryMb: () => number }): Promise<number> {
  await pause(20_000);
  return api.memoryMb();
}

async function callsPerSecond(url: string, campus: Campus, operation: 'create' | 'accept'): Promise<number> {
  if (operation === 'accept') await refill(campus);
  return throughput(url, campus, operation, { calls: CALLS[operation], connections: 8 });
}

const dataDir = await mkdtemp(join(tmpdir(), 'spareswipe-bench-'));
const postgres = await startPostgres({ dataDir, log: console.error });
try {
  const campus = await openCampus(postgres.url, { requests: 1000, open: 400 });
  const api = await startServer('api', campus.url);
  const best: Record<string, number> = {};
  const measure = async (how: string) => {
    for (const operation of ['create', 'accept'] as const) {
      const key = `${operation}, ${how}`;
      best[key] = Math.max(best[key] ?? 0, await callsPerSecond(api.url, campus, operation));
    }
  };
  await measure('warming up');
  for (let round = 0; round < ROUNDS; round++) {
    await announce(campus, false);
    await measure('without announcements');
    await announce(campus, true);
    await measure('with announcements');
  }
  const before = await settledMb(api);
  const { seen, close } = await openStreams(api.url, campus);
  const idle = await settledMb(api);
  for (let round = 0; round < ROUNDS; round++) await measure(`with ${seen.streams} open streams`);
  const after = await settledMb(api);
  console.table(Object.entries(best).map(([what, perSecond]) => ({ what, 'calls a second': Math.round(perSecond) })));
  console.table({ 'MB before': before, [`MB with ${seen.streams} streams`]: idle, 'MB after load with them': after });
  console.log(`${seen.events} events arrived`);
  close();
  await api.stop();
  await campus.db.end();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
