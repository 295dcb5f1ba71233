import { MigrationExecutor, type EntityManager } from 'typeorm';
import { applyFunctions, dropFunctionsExcept, functionsIn } from './functions.js';

interface Migrated {
  applied: string[];
  functions: string[];
}

/**
 * Migrates tables and functions in the given transaction. Triggers need their functions, which name no tables outside of
 * their bodies, so those come before the migrations; the other functions take rows of tables, so they come after. Among
 * themselves the order is free, since bodies are not checked.
 *
 * Until they are replaced, API processes of the version before run on the new schema: a function that gets other arguments
 * gets another name, and its old file goes a version later.
 */
export async function migrateSchema(tx: EntityManager): Promise<Migrated> {
  const executor = new MigrationExecutor(tx.dataSource, tx.queryRunner);
  const former = await executor.getExecutedMigrations();
  if (former.some(({ name }) => name === 'Students1790000000001'))
    throw new Error('This database was made before version 1.0: `pnpm db:reset` deletes its data and makes it anew.');

  await tx.query(`
    SET LOCAL check_function_bodies = off;
    CREATE SCHEMA IF NOT EXISTS ledger;
    CREATE TABLE IF NOT EXISTS functions (name text CONSTRAINT pk_functions PRIMARY KEY, hash text NOT NULL)`);
  const triggers = functionsIn('triggers');
  const others = [...functionsIn('parts'), ...functionsIn('movements')];

  const before = await applyFunctions(tx, triggers);
  const migrations = await executor.executePendingMigrations();
  const after = await applyFunctions(tx, others);
  await dropFunctionsExcept(tx, [...triggers, ...others]);
  await tx.query('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC');
  return { applied: migrations.map(({ name }) => name), functions: [...before, ...after] };
}
