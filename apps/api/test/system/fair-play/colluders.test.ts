import fc from 'fast-check';
import { auditLedger } from '../../../src/audit/invariants.js';
import { short } from '../../support/levels.js';
import { ServicesOnDatabase } from '../model/campus.js';
import { tries } from './moves.js';
import { play } from './play.js';

const RUNS = short(300, { full: 10_000 });
const MOVES = 60;
const RUNS_PER_DATABASE = 50;

const seed = Number(process.env['MODEL_SEED'] ?? Date.now() & 0x7fffffff);

it(
  `lets no group gain by lying, in ${RUNS} tries of up to ${MOVES} moves`,
  async () => {
    console.log(`MODEL_SEED=${seed} repeats this run`);
    let services: ServicesOnDatabase | undefined;
    let runs = 0;
    const noGain = fc.asyncProperty(tries(MOVES), async (moves) => {
      if (runs++ % RUNS_PER_DATABASE === 0) {
        await services?.close();
        services = await ServicesOnDatabase.open();
      }
      await play(services!, moves);
      expect(await auditLedger(services!.client)).toEqual([]);
    });
    try {
      await fc.assert(noGain, { seed, numRuns: RUNS });
    } finally {
      await services?.close();
    }
  },
  Math.max(600_000, RUNS * 1000),
);
