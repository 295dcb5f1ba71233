import type { DataSource } from 'typeorm';
import { functionsIn, hashOf } from './functions.js';
import { migrations } from './migrations/index.js';
import { queryRows } from './query-rows.js';

/** Whether the database has all migrations and functions of this version, as they are. Throws if it has no tables at all. */
export async function isMigrated(db: DataSource): Promise<boolean> {
  const functions = [...functionsIn('triggers'), ...functionsIn('parts'), ...functionsIn('movements')];
  const [row] = await queryRows<{ isMigrated: boolean }>(
    db,
    `SELECT NOT EXISTS (SELECT unnest($1::text[]) EXCEPT SELECT name FROM migrations)
        AND NOT EXISTS (SELECT unnest($2::text[]), unnest($3::text[]) EXCEPT SELECT name, hash FROM functions) AS "isMigrated"`,
    [migrations.map(({ name }) => name), functions.map(({ name }) => name), functions.map(({ text }) => hashOf(text))],
  );
  return row!.isMigrated;
}
