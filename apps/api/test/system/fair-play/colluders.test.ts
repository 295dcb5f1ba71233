import fc from 'fast-check';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { cases, SEED } from '../../support/levels.js';
import { ServicesOnDatabase } from '../model/campus.js';
import { tries } from './moves.js';
import { play } from './play.js';

const RUNS = cases(3, { full: 2000 });
const MOVES = 60;
const RUNS_PER_DATABASE = 50;

it(
  `lets no group gain by lying, in ${RUNS} tries of up to ${MOVES} moves`,
  async () => {
    console.log(`SEED=${SEED} repeats this run`);
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
      await fc.assert(noGain, { seed: SEED, numRuns: RUNS });
    } finally {
      await services?.close();
    }
  },
  Math.max(600_000, RUNS * 1000),
);
