import { sqlFiles } from '../../platform/database/sql-files.js';

/**
 * The invariants of the ledger by their names, each a query for the rows that break it. The queries read only rows; they
 * do not rely on any trigger, constraint or stored balance.
 */
export const invariants: Record<string, string> = Object.fromEntries(
  sqlFiles(new URL('./invariants/', import.meta.url)).map(({ name, text }) => [name.replaceAll('-', ' '), text]),
);

export interface Finding {
  invariant: string;
  /** One row that breaks it; there may be more. */
  row: Record<string, unknown>;
}

interface Database {
  query(statement: { name: string; text: string }): Promise<{ rows: Finding[] }>;
}

const AUDIT = {
  name: 'ledger-audit',
  text: Object.entries(invariants)
    .map(
      ([invariant, sql]) =>
        `SELECT '${invariant}' AS invariant, to_jsonb(offender) AS row FROM (${sql} LIMIT 20) offender`,
    )
    .join('\nUNION ALL\n'),
};

/** Checks every invariant in one statement, so on one snapshot. Returns at most 20 offending rows for each. */
export async function auditLedger(db: Database): Promise<Finding[]> {
  const { rows } = await db.query(AUDIT);
  return rows;
}
