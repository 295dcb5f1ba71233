import { accountAttacks } from './account-attacks.js';
import { disputeAttacks } from './dispute-attacks.js';
import { lifecycleAttacks } from './lifecycle-attacks.js';
import { operatorAttacks } from './operator-attacks.js';
import { orderAttacks } from './order-attacks.js';
import { studentAttacks } from './student-attacks.js';
import { transferAttacks } from './transfer-attacks.js';

/** What must fail in the database, by what it attacks. */
export const attacksBySubject = {
  accounts: accountAttacks,
  transfers: transferAttacks,
  'requests and matches': lifecycleAttacks,
  'ratings, strikes and students': studentAttacks,
  orders: orderAttacks,
  'disputes and starting meals': disputeAttacks,
  operators: operatorAttacks,
};

export const allAttacks = Object.values(attacksBySubject).flat();
