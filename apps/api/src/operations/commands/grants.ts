import type { ClientBase } from 'pg';
import { functionsIn } from '../../platform/database/functions.js';

/**
 * The rights of the API's role on each table. No DELETE on tables that the ledger refers to. Ledger tables are read-only
 * and change through `movements`, functions which run with the rights of the migrations' role.
 */
const TABLES: Record<string, string> = {
  students: 'SELECT, INSERT, UPDATE',
  campuses: 'SELECT, INSERT, UPDATE',
  operators: 'SELECT, INSERT, UPDATE',
  operator_recovery_codes: 'SELECT, INSERT, DELETE',
  operator_sessions: 'SELECT, INSERT, UPDATE, DELETE',
  operator_log: 'SELECT, INSERT',
  email_tokens: 'SELECT, INSERT, DELETE',
  identities: 'SELECT, INSERT, DELETE',
  sign_on_attempts: 'SELECT, INSERT, UPDATE, DELETE',
  sessions: 'SELECT, INSERT, UPDATE, DELETE',
  idempotency_keys: 'SELECT, INSERT, UPDATE, DELETE',
  rate_limits: 'SELECT, INSERT, UPDATE, DELETE',
  meal_requests: 'SELECT, INSERT, UPDATE',
  matches: 'SELECT, INSERT, UPDATE',
  ratings: 'SELECT, INSERT',
  reputations: 'SELECT, INSERT, UPDATE, DELETE',
  reputation_changes: 'SELECT, INSERT, DELETE',
  reports: 'SELECT, INSERT, UPDATE',
  announcements: 'SELECT, INSERT, UPDATE',
  announcement_reads: 'SELECT, INSERT, DELETE',
  alert_settings: 'SELECT, INSERT, UPDATE, DELETE',
  alerts: 'SELECT, INSERT, UPDATE, DELETE',
  alert_waves: 'SELECT, INSERT, UPDATE, DELETE',
  strikes: 'SELECT, INSERT, UPDATE',
  push_subscriptions: 'SELECT, INSERT, UPDATE, DELETE',
  notices: 'SELECT, INSERT, DELETE',
  orders: 'SELECT, INSERT, UPDATE',
  reconciliations: 'SELECT, UPDATE',
  ledger_audit: 'SELECT, UPDATE',
  migrations: 'SELECT',
  functions: 'SELECT',
  'ledger.accounts': 'SELECT',
  'ledger.transfers': 'SELECT',
  'ledger.disputes': 'SELECT',
  'ledger.starting_meals': 'SELECT',
};

/** Gives the API's role exactly these rights, and all rights on the job queue's tables and functions. */
export async function grantApiRole(db: ClientBase, apiRole: string): Promise<void> {
  const role = db.escapeIdentifier(apiRole);
  const grants = Object.entries(TABLES).map(([table, rights]) => `GRANT ${rights} ON ${table} TO ${role}`);
  const movements = functionsIn('movements').map(({ name }) => name);
  await db.query(
    [
      'BEGIN',
      `REVOKE ALL ON ALL TABLES IN SCHEMA public, ledger FROM ${role}`,
      `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM ${role}`,
      `GRANT USAGE ON SCHEMA public, ledger, pgboss TO ${role}`,
      ...grants,
      `GRANT EXECUTE ON FUNCTION ${movements.join(', ')} TO ${role}`,
      `GRANT ALL ON ALL TABLES IN SCHEMA pgboss TO ${role}`,
      `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${role}`,
      'COMMIT',
    ].join(';\n'),
  );
}
