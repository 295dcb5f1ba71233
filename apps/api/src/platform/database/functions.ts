import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { sqlFiles } from './sql-files.js';

interface DatabaseFunction {
  name: string;
  text: string;
}

/**
 * The functions of the database, each whole in a file with its name. `triggers` are run by triggers, `movements` are what
 * the API may call, and `parts` are called by other functions; `folded` and `owes` also by the API.
 */
export const functionsIn = (folder: 'triggers' | 'movements' | 'parts'): DatabaseFunction[] =>
  sqlFiles(new URL(`./functions/${folder}/`, import.meta.url));

/** Creates or replaces the functions whose text is another than the last time. Returns their names. */
export async function applyFunctions(tx: EntityManager, functions: DatabaseFunction[]): Promise<string[]> {
  const applied = await tx.query<{ name: string; hash: string }[]>('SELECT name, hash FROM functions');
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  const changed = functions.filter(({ name, text }) => hashes.get(name) !== hashOf(text));
  for (const { name, text } of changed) {
    await tx.query(text);
    await tx.query('INSERT INTO functions VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET hash = excluded.hash', [
      name,
      hashOf(text),
    ]);
  }
  return changed.map(({ name }) => name);
}

/** Drops the functions that an earlier version applied and that have no file any more. */
export async function dropFunctionsExcept(tx: EntityManager, functions: DatabaseFunction[]): Promise<void> {
  const kept = functions.map(({ name }) => name);
  const gone = await tx.query<{ name: string }[]>('SELECT name FROM functions WHERE name <> ALL ($1)', [kept]);
  for (const { name } of gone) await tx.query(`DROP FUNCTION ${name}`);
  await tx.query('DELETE FROM functions WHERE name <> ALL ($1)', [kept]);
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
