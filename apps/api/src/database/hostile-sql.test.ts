import { accountAttacks } from '../../test/system/hostile/account-attacks.js';
import { refusalOf, refuser, type Attack } from '../../test/system/hostile/attack.js';
import { openCampus } from '../../test/system/hostile/open-campus.js';
import { disputeAttacks } from '../../test/system/hostile/dispute-attacks.js';
import { lifecycleAttacks } from '../../test/system/hostile/lifecycle-attacks.js';
import { missingValueAttacks } from '../../test/system/hostile/missing-values.js';
import { operatorAttacks } from '../../test/system/hostile/operator-attacks.js';
import { orderAttacks } from '../../test/system/hostile/order-attacks.js';
import { studentAttacks } from '../../test/system/hostile/student-attacks.js';
import { transferAttacks } from '../../test/system/hostile/transfer-attacks.js';
import { auditLedger } from '../audit/invariants.js';

/** Over a connection of the superuser: what binds it binds everybody. */

const { db, client } = await openCampus();

async function refuserOf(attack: Attack) {
  const refusal = await refusalOf(client, attack);
  return refusal && refuser(refusal);
}

it('leaves the ledger in order after everything that students may do', async () => {
  expect(await auditLedger(client)).toEqual([]);
});

describe.each([
  ['accounts', accountAttacks],
  ['transfers', transferAttacks],
  ['requests and matches', lifecycleAttacks],
  ['ratings, strikes and students', studentAttacks],
  ['orders', orderAttacks],
  ['disputes and starting meals', disputeAttacks],
  ['operators', operatorAttacks],
])('%s', (_, attacks) => {
  it.each(attacks)('$guarantee', async (attack) => {
    expect(await refuserOf(attack)).toBe(attack.refusedBy);
  });
});

it('has no row without a required value', async () => {
  const attacks = await missingValueAttacks(db);
  const refusers = [];
  for (const attack of attacks) refusers.push(await refuserOf(attack));
  expect(refusers).toEqual(attacks.map(({ refusedBy }) => refusedBy));
  expect(attacks.length).toBeGreaterThan(40);
});

it('lets the deadline of a request be moved, wherever the request stands', async () => {
  await client.query(`UPDATE meal_requests SET deadline = now() - interval '1 day'`);
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
});
