import type { ClientBase, DatabaseError } from 'pg';

/** SQL that must be refused, in the state that `buildCampus` makes. */
export interface Attack {
  /** What students would lose if the attack succeeded. */
  guarantee: string;
  sql: string[];
  /** Name of the constraint, index or trigger that refuses it. */
  refusedBy: string;
}

export const attack = (guarantee: string, refusedBy: string, ...sql: string[]): Attack => ({
  guarantee,
  refusedBy,
  sql,
});

/** Silences the triggers of a session, as a replica does; those that guard the ledger are `ENABLE ALWAYS`. */
export const asReplica = 'SET LOCAL session_replication_role = replica';

/**
 * For effects of the database itself: the statement raises under this name if the effect took place, so that its absence
 * fails the test.
 */
export const provided = (name: string, condition: string) =>
  `DO $$ BEGIN IF ${condition} THEN
     RAISE integrity_constraint_violation USING CONSTRAINT = '${name}'; END IF; END $$`;

/** The name of the constraint, index or trigger that refused it, or the column that may not be null. */
export const refuser = ({ constraint, table, schema, column }: DatabaseError) =>
  constraint ?? (column && `${schema === 'public' ? '' : `${schema}.`}${table}.${column}`);

/**
 * Runs an attack inside the client's open transaction and undoes it; returns the error that refused it, or undefined.
 * Deferred constraints are checked as at commit.
 */
export async function refusalOf(client: ClientBase, { sql }: Attack): Promise<DatabaseError | undefined> {
  await client.query('SAVEPOINT before_attack');
  try {
    for (const statement of sql) await client.query(statement);
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    return undefined;
  } catch (error) {
    return error as DatabaseError;
  } finally {
    await client.query('ROLLBACK TO before_attack; SET CONSTRAINTS ALL DEFERRED');
  }
}
