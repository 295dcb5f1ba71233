import { comparisonsIn } from './comparisons.js';
import type { TestDatabase } from '../../support/database.js';

/** One way to weaken the database: the SQL that removes a guard, and the names that its attacks use for it. */
export interface Mutation {
  name: string;
  guards: string[];
  sql: string;
}

const TABLES = `(SELECT unnest('{students, meal_requests, matches, ratings, strikes, orders,
  operators, operator_log, ledger.accounts, ledger.transfers, ledger.disputes, ledger.starting_meals}'::regclass[]))`;

/** Functions that guard or decide who is paid. Movements only call them; the locks of `prepare_transfer` are tested in ledger-races.test.ts. */
const DECIDING = [
  'public.guard_meal_request',
  'public.guard_match',
  'public.guard_rating',
  'ledger.open_accounts',
  'ledger.guard_account',
  'ledger.apply_transfer',
  'ledger.may_settle',
  'ledger.may_adjust',
  'ledger.payee_of',
  'ledger.pay_debts',
  'ledger.guard_dispute',
  'ledger.guard_disputed_credit',
  'ledger.guard_starting_meals',
  'ledger.guard_exchange',
  'ledger.guard_order',
  'public.guard_order_change',
];

/** Every guard of the ledger and the lifecycle, read from the database itself, so that a new one is tested at once. */
export async function allMutations(db: TestDatabase): Promise<Mutation[]> {
  return [
    ...(await db.query<Mutation>(`
      SELECT 'constraint ' || conname AS name, ARRAY[conname::text] AS guards,
             format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', conrelid::regclass, conname) AS sql
        FROM pg_constraint WHERE conrelid IN ${TABLES} AND contype IN ('c', 'f', 'u', 'p')
       ORDER BY conname`)),
    ...(await db.query<Mutation>(`
      SELECT 'required value ' || conrelid::regclass || '.' || attname AS name,
             ARRAY[conrelid::regclass || '.' || attname] AS guards,
             format('ALTER TABLE %s ALTER %I DROP NOT NULL', conrelid::regclass, attname) AS sql
        FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
       WHERE conrelid IN ${TABLES} AND contype = 'n'
         AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.conrelid = attrelid AND p.contype = 'p' AND attnum = ANY (p.conkey))
       ORDER BY 1`)),
    ...(await db.query<Mutation>(`
      SELECT 'unique index ' || c.relname AS name, ARRAY[c.relname::text] AS guards, format('DROP INDEX %s', c.oid::regclass) AS sql
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid IN ${TABLES} AND i.indisunique
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
       ORDER BY 1`)),
    ...(await db.query<Mutation>(`
      SELECT 'trigger ' || tgname AS name, ARRAY[tgname::text] AS guards,
             format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS sql
        FROM pg_trigger WHERE tgrelid IN ${TABLES} AND NOT tgisinternal
       ORDER BY tgname`)),
    ...(await db.query<Mutation>(`
      SELECT 'ALWAYS of trigger ' || tgname AS name, ARRAY[tgname::text] AS guards,
             format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname) AS sql
        FROM pg_trigger WHERE tgrelid IN ${TABLES} AND NOT tgisinternal AND tgenabled = 'A'
       ORDER BY tgname`)),
    ...(await predicates(db)),
  ];
}

/** Every comparison in the guarding functions, replaced by true one at a time, and where it decides an `IF` by false. */
async function predicates(db: TestDatabase): Promise<Mutation[]> {
  const functions = await db.query<{ name: string; guards: string[]; source: string }>(
    `SELECT oid::regproc::text AS name, pg_get_functiondef(oid) AS source,
            ARRAY(SELECT tgname::text FROM pg_trigger WHERE tgfoid = p.oid) AS guards
       FROM pg_proc p WHERE oid = ANY ($1::regproc[]::oid[])`,
    [DECIDING],
  );
  return functions.flatMap(({ name, guards, source }) =>
    comparisonsIn(source).flatMap(({ text, withoutIt, neverTrue }) => [
      { name: `${name}: ${text}`, guards, sql: withoutIt },
      ...(neverTrue ? [{ name: `${name}: never ${text}`, guards, sql: neverTrue }] : []),
    ]),
  );
}
