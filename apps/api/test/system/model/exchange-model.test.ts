import fc from 'fast-check';
import { cases, SEED } from '../../support/levels.js';
import { lives, type Tally } from './commands.js';
import { ServicesOnDatabase } from './campus.js';
import { Oracle } from './oracle.js';
import { Real } from './real.js';

const RUNS = cases(5, { full: 500 });
const COMMANDS = 30;
const STUDENTS = 3;
const STARTING_CREDITS = 2;
/** Runs with fewer accepted commands prove little; they do not count. */
const ENOUGH_DONE = 0.3;
const RUNS_PER_DATABASE = 20;

it(
  `keeps the books like the oracle, through ${RUNS} lives of ${COMMANDS} commands`,
  async () => {
    console.log(`SEED=${SEED} repeats this run`);
    let services: ServicesOnDatabase | undefined;
    let runs = 0;
    const total: Tally = { done: 0, refused: 0 };
    const tally: Tally = { done: 0, refused: 0 };

    const oneLife = fc.asyncProperty(lives(tally, COMMANDS), async (commands) => {
      if (runs++ % RUNS_PER_DATABASE === 0) {
        await services?.close();
        services = await ServicesOnDatabase.open();
      }
      Object.assign(tally, { done: 0, refused: 0 });
      const real = new Real(services!, await services!.givenStudents(STUDENTS, STARTING_CREDITS));
      await fc.asyncModelRun(() => ({ model: new Oracle(STUDENTS, STARTING_CREDITS), real }), commands);
      fc.pre(tally.done >= ENOUGH_DONE * COMMANDS);
      total.done += tally.done;
      total.refused += tally.refused;
    });
    try {
      await fc.assert(oneLife, { seed: SEED, numRuns: RUNS, verbose: true });
    } finally {
      await services?.close();
    }
    console.log(`${total.done} commands did something, ${total.refused} were refused as they should be`);
  },
  Math.max(600_000, RUNS * 2000),
);
