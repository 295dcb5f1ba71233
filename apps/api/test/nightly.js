import { run } from 'jest';

/** `pnpm test:nightly`: what is too long for every run, at its full length. */
process.env.MODEL_RUNS ??= '20000';
process.env.CHAOS_SCHEDULES ??= '10000';
process.env.CRASH_STRIDE ??= '1';
process.env.CRASH_KILLS ??= '60';
process.env.FUZZ_CASES ??= '500000';
process.env.STORM_ROUNDS ??= '1000';
process.env.OVERDUE_REQUESTS ??= '100000';
process.env.CONCURRENT_SECONDS ??= '60';
process.env.TIMING_CALLS ??= '500';
await run(['src/auth/timing']); // by itself: it wants a quiet machine
await run(['test/load', 'test/model/exchange-model', 'src/payments/chaos', 'src/payments/crash', 'test/fuzz']);
