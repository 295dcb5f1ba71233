import { run } from 'jest';

/** `pnpm test:nightly`: what is too long for every run, at its full length. */
process.env.MODEL_RUNS ??= '20000';
process.env.CHAOS_SCHEDULES ??= '10000';
process.env.CRASH_STRIDE ??= '1';
process.env.CRASH_KILLS ??= '60';
process.env.FUZZ_CASES ??= '500000';
process.env.STORM_ROUNDS ??= '1000';
process.env.TIMING_CALLS ??= '500';
const RUNS = [
  // What has a time to keep, or measures times, wants a quiet machine.
  ['src/auth/timing'],
  ['--runInBand', 'test/system/load'],
  ['test/system/model/exchange-model', 'src/payments/chaos', 'src/payments/crash', 'test/system/fuzz'],
];
// This process lives on for the next run; Jest would take that for something left open.
for (const tests of RUNS) await run(['--openHandlesTimeout=0', ...tests]);
