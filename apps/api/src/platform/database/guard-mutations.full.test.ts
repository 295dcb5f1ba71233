import type { PoolClient } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { sample } from '../../../test/support/levels.js';
import { allAttacks } from '../../../test/system/hostile/all-attacks.js';
import { refusalOf, refuser, type Attack } from '../../../test/system/hostile/attack.js';
import { buildCampus, stories } from '../../../test/system/hostile/stories.js';
import { allMutations, type Mutation } from '../../../test/system/hostile/guards.js';
import { missingValueAttacks } from '../../../test/system/hostile/missing-values.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

/** Guards that no attack needs, by the start of their name, and why. */
const EXPLAINED: Record<string, string> = {
  "guard_meal_request: NEW.status IN ('completed', 'cancelled', 'active', 'expired')":
    'lists every other status there is',
  "ledger.guard_exchange: resolution.kind = 'capture'": 'only a capture names a match',
  "ledger.apply_transfer: credit.kind = 'available'": 'without it, accounts that cannot owe anything are searched, too',
  "ledger.apply_transfer: NEW.kind <> 'repay'":
    'without it calls nest: ledger-races.test.ts fails on a long chain of claims',
  'trigger meal_requests_search_text': 'guards nothing: browse.test.ts misses what it writes',
  'ledger.guard_dispute: a.id = NEW.debtor_account_id': 'locks every account instead of one',
  'ledger.guard_order: t.order_id = touched': 'looks at the purchases of all orders instead of one',
  'ledger.may_adjust: t.created_at >': 'counts every day as today; no attack can wait a day',
  'trigger students_note_campus': 'guards nothing: campuses.test misses what it writes',
  'trigger ratings_reputation': 'guards nothing: reputation.test misses what it queues',
  'trigger matches_reputation': 'guards nothing: reputation.test misses what it queues',
  'trigger meal_requests_posted': 'guards nothing: waves.test misses what it notes',
  'trigger meal_requests_reopened': 'guards nothing: waves.test misses what it notes',
  'trigger meal_requests_announce': 'guards nothing: live.test misses what it announces',
  'trigger matches_announce': 'guards nothing: live.test misses what it announces',
  'trigger ratings_announce': 'guards nothing: live.test misses what it announces',
  'trigger disputes_announce': 'guards nothing: live.test misses what it announces',
  'trigger transfers_announce': 'guards nothing: live.test misses what it announces',
  'trigger disputes_reputation': 'guards nothing: reputation.test misses what it queues',
};
const explanation = (survivor: string) => Object.entries(EXPLAINED).find(([name]) => survivor.startsWith(name))?.[1];

let empty: TestDatabase;
let campus: TestDatabase;
let attacks: Attack[];

beforeAll(async () => {
  [empty, campus] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await buildCampus(campus);
  attacks = [...allAttacks, ...(await missingValueAttacks(campus))];
});
afterAll(() => Promise.all([empty.close(), campus.close()]));

it('fails when any single guard of the ledger or the lifecycle is removed', async () => {
  expect(await isMissed({ name: 'none', guards: [], sql: 'SELECT' })).toBe(false);

  const mutations = sample(await allMutations(campus), { every: 8 });
  const survivors: string[] = [];
  for (const mutation of mutations) if (!(await isMissed(mutation))) survivors.push(mutation.name);

  const killed = mutations.length - survivors.length;
  console.log(`${killed} of ${mutations.length} guards are missed when they are taken away`);
  console.table(survivors.map((name) => ({ 'not missed': name, because: explanation(name) })));
  expect(survivors.filter((name) => !explanation(name))).toEqual([]);
  expect(killed / mutations.length).toBeGreaterThanOrEqual(0.95);
}, 300_000);

/** Whether something fails without the guard: a lawful story, the audit, or the refusal of an attack. */
async function isMissed(mutation: Mutation): Promise<boolean> {
  return (
    (await without(mutation, campus, letsAttackThrough(mutation))) || (await without(mutation, empty, breaksStories))
  );
}

const letsAttackThrough =
  ({ guards }: Mutation) =>
  async (client: PoolClient) => {
    // attacks on this guard first: most decide it at once
    const own = attacks.filter(({ refusedBy }) => guards.includes(refusedBy));
    for (const attack of new Set([...own, ...attacks])) {
      const refusal = await refusalOf(client, attack);
      if (!refusal || refuser(refusal) !== attack.refusedBy) return true;
    }
    return false;
  };

async function breaksStories(client: PoolClient) {
  for (const statements of Object.values(stories))
    await client.query([...statements, 'SET CONSTRAINTS ALL IMMEDIATE', 'SET CONSTRAINTS ALL DEFERRED'].join(';'));
  return (await auditLedger(client)).length > 0;
}

/** Runs a check without the guard, then restores it. */
async function without({ sql }: Mutation, db: TestDatabase, check: (client: PoolClient) => Promise<boolean>) {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  try {
    await client.query(sql); // outside of the catch: removing the guard must work
    return await check(client).catch(() => true);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
