import type { TestDatabase } from '../../support/database.js';
import type { Attack } from './attack.js';

/** Triggers that read or fill a column before PostgreSQL checks it for null. Without them that check is the guard. */
const TRIGGERS_BEFORE: Record<string, string> = {
  matches: 'matches_lifecycle',
  ratings: 'ratings_rater',
  'ledger.transfers': 'transfers_prepare',
  'ledger.disputes': 'disputes_lifecycle',
};

/** One attack for each column that may not be null: a copy of an existing row without that value. */
export async function missingValueAttacks(db: TestDatabase): Promise<Attack[]> {
  const columns = await db.query<{ table: string; column: string; others: string }>(`
    SELECT c.oid::regclass::text AS table, a.attname AS column,
           (SELECT string_agg(CASE o.attname WHEN a.attname THEN 'NULL' ELSE o.attname END, ', ' ORDER BY o.attnum)
              FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attnum > 0 AND NOT o.attisdropped) AS others
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('ledger', 'public') AND c.relkind = 'r' AND a.attnum > 0 AND a.attnotnull
       AND c.relname IN ('students', 'meal_requests', 'matches', 'ratings', 'strikes', 'orders', 'accounts', 'transfers',
                         'disputes', 'starting_meals', 'operators', 'operator_log')`);
  return columns.map(({ table, column, others }) => ({
    guarantee: `${table} has no row without ${column}`,
    refusedBy: `${table}.${column}`,
    sql: [
      ...(TRIGGERS_BEFORE[table] ? [`ALTER TABLE ${table} DISABLE TRIGGER ${TRIGGERS_BEFORE[table]}`] : []),
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT ${others} FROM ${table} LIMIT 1`,
    ],
  }));
}
