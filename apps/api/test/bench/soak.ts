import { measure, openCampus, refill } from './campus.js';
import { latency, type Operation } from './load.js';
import { startServer } from './servers.js';

/**
 * `pnpm --filter @spareswipe/api bench soak`: the memory of one process during an hour of the lunch mix, or
 * `SOAK_MINUTES`. Prints a line a minute, then the most, and how much the second half grew.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const PER_SECOND: [Operation, number][] = [
  ['list', 20],
  ['search', 5],
  ['create', 2],
  ['accept', 1],
];

await measure(async (serverUrl) => {
  const campus = await openCampus(serverUrl, { requests: 20_000, open: 2000 });
  const api = await startServer('api', campus.url);
  const memory: number[] = [];
  for (let minute = 1; minute <= MINUTES; minute++) {
    await refill(campus); // or the students reach their limit of open promises
    const calls = PER_SECOND.map(([operation, perSecond]) =>
      latency(api.url, campus, operation, { calls: 60 * perSecond, perSecond }),
    );
    const p99 = Math.max(...(await Promise.all(calls)));
    memory.push(api.memoryMb());
    console.log(`${minute} min: ${memory.at(-1)!.toFixed(0)} MB, slowest p99 ${p99.toFixed(0)} ms`);
  }
  const half = Math.floor(memory.length / 2);
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const quarter = Math.max(1, Math.floor((memory.length - half) / 3));
  const growth = mean(memory.slice(-quarter)) / mean(memory.slice(half, half + quarter)) - 1;
  console.log(`most ${Math.max(...memory).toFixed(0)} MB (≤ 200), second half ${(100 * growth).toFixed(1)} % (≤ 5)`);
  await api.stop();
  await campus.db.end();
});
