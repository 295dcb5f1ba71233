import { writeFile } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { readDatabaseUrl } from '../../platform/config/settings.js';
import { runAsCommand } from './command.js';
import { dataSource } from '../../platform/database/data-source.js';
import { migrations } from '../../platform/database/migrations/index.js';

/**
 * `pnpm db:generate <name>`: writes the columns in which entities and database differ as a new migration. Read it, say why it
 * is needed, and add it to migrations/index.ts, with what only SQL says: constraints, foreign keys, indexes and triggers.
 * Functions are not in migrations: change their files in database/functions.
 */
export async function generate(url: string, name: string): Promise<string | undefined> {
  const database = await dataSource(url).initialize();
  try {
    if (await database.showMigrations()) throw new Error('The database lacks migrations: run `pnpm db:migrate` first');
    const changes = await changesOfColumns(database);
    if (!changes.length) return undefined;
    const number = String(migrations.length + 1);
    const file = `src/platform/database/migrations/${number.padStart(4, '0')}-${name}.ts`;
    const className = `${classNameOf(name)}${number.padStart(13, '0')}`; // TypeORM reads the last 13 digits
    await writeFile(file, migration(className, changes), { flag: 'wx' });
    return file;
  } finally {
    await database.destroy();
  }
}

/** Statements that give the database the columns of the entities. TypeORM would also drop what only the migrations say: constraints and indexes. */
export async function changesOfColumns(database: DataSource): Promise<string[]> {
  const { upQueries } = await database.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query).filter((query) => !/\bDROP (INDEX|CONSTRAINT) /.test(query));
}

const classNameOf = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function migration(className: string, changes: string[]): string {
  const body = changes.map((query) => `    await db.query(\`${query.replaceAll('`', '\\`')}\`);\n`).join('');
  return `import type { QueryRunner } from 'typeorm';

/** TODO: why. */
export class ${className} {
  async up(db: QueryRunner) {
${body}  }
}
`;
}

await runAsCommand(import.meta.url, async () => {
  const name = process.argv[2];
  if (!name || !/^[a-z][a-z-]*$/.test(name))
    throw new Error('Say what changes, for example: pnpm db:generate add-order-notes');
  const file = await generate(readDatabaseUrl(process.env, 'migrations'), name);
  console.log(
    file
      ? `Wrote apps/api/${file}; format it (pnpm fix), read it, say why, and add it to migrations/index.ts`
      : 'Entities and database agree',
  );
});
