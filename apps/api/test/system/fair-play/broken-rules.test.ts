import fc from 'fast-check';
import { ServicesOnDatabase } from '../model/campus.js';
import { tries } from './moves.js';
import { play } from './play.js';

/** Proves that the search of colluders.test.ts finds a gain when a rule is missing. */

const RUNS = 50;
const MOVES = 60;
const SEED = 3;

it.each<[rule: string, removal: (services: ServicesOnDatabase) => Promise<void>]>([
  [
    'an award pays only what was taken from the fulfiller',
    async (services) => {
      await replaceIn(services, 'decide_dispute', 'decided.taken_id IS NOT NULL', 'true');
      await replaceIn(services, 'may_settle', /AND EXISTS \([^)]*\)/, '');
      await replaceIn(services, 'pay_debts', 'd.match_id = earned_by', 'false'); // else it fails to take a credit that is not there
    },
  ],
  [
    'starting meals come once per mailbox',
    async ({ client }) => {
      await client.query('ALTER TABLE ledger.starting_meals DROP CONSTRAINT uq_starting_meals_mailbox');
    },
  ],
])('finds the hole without the rule that %s', async (_, remove) => {
  const services = await ServicesOnDatabase.open();
  try {
    await remove(services);
    const noGain = fc.asyncProperty(tries(MOVES), (moves) => play(services, moves));
    const { failed, errorInstance } = await fc.check(noGain, { seed: SEED, numRuns: RUNS, endOnFailure: true });
    expect(failed).toBe(true);
    expect(String(errorInstance)).toContain('more than the group came by honestly');
  } finally {
    await services.close();
  }
});

/** Replaces a condition in a function of the ledger. Throws if it is not there. */
async function replaceIn(
  { client }: ServicesOnDatabase,
  name: string,
  condition: string | RegExp,
  by: string,
): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_functiondef(('ledger.' || $1)::regproc) AS definition`,
    [name],
  );
  const [{ definition }] = rows as [(typeof rows)[0]];
  const broken = definition.replace(condition, by);
  if (broken === definition) throw new Error(`${name} has no ${String(condition)}`);
  await client.query(broken);
}
