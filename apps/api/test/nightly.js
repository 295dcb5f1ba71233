import { run } from 'jest';

/** `pnpm test:nightly`: what is too long for every run, at its full length. */
process.env.MODEL_RUNS ??= '20000';
process.env.CHAOS_SCHEDULES ??= '10000';
process.env.CRASH_STRIDE ??= '1';
process.env.CRASH_KILLS ??= '60';
await run(['test/model/exchange-model', 'src/payments/chaos', 'src/payments/crash']);
