import { attacksBySubject } from '../../../test/system/hostile/all-attacks.js';
import { refusalOf, refuser, type Attack } from '../../../test/system/hostile/attack.js';
import { openCampus } from '../../../test/system/hostile/open-campus.js';
import { missingValueAttacks } from '../../../test/system/hostile/missing-values.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

/** Uses a connection of the superuser: what stops the superuser stops everybody. */

const { db, client } = await openCampus();

async function refuserOf(attack: Attack) {
  const refusal = await refusalOf(client, attack);
  return refusal && refuser(refusal);
}

it('leaves the ledger in order after everything that students may do', async () => {
  expect(await auditLedger(client)).toEqual([]);
});

describe.each(Object.entries(attacksBySubject))('%s', (_, attacks) => {
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
