import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { givenIn } from '../../../test/support/given.js';
import { createTestRole } from '../../../test/support/roles.js';
import { dataSource } from './data-source.js';
import { changesOfColumns, generate } from '../../operations/commands/generate.js';
import { migrate } from '../../operations/commands/migrate.js';
import { migrations } from './migrations/index.js';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase({ migrated: false });
});
afterEach(() => db.close());

it('leaves nothing for a generator to add: entities and tables have the same columns', async () => {
  await migrate(db.url);
  const database = await dataSource(db.url).initialize();
  const drift = await changesOfColumns(database);
  await database.destroy();
  expect(drift).toEqual([]);
});

it('generates nothing from a database that lacks migrations', async () => {
  await expect(generate(db.url, 'all-tables-again')).rejects.toThrow('pnpm db:migrate');
});

it('may run on several instances at once', async () => {
  const runs = await Promise.all([migrate(db.url), migrate(db.url), migrate(db.url)]);
  expect(runs.map(({ applied }) => applied.length).sort()).toEqual([0, 0, migrations.length]);
});

it('refuses a database that was made before version 1.0', async () => {
  await db.query(
    `CREATE TABLE migrations AS SELECT 1 AS id, 1790000000001 AS timestamp, 'Students1790000000001' AS name`,
  );
  await expect(migrate(db.url)).rejects.toThrow('pnpm db:reset');
});

it('replaces a function whose file changed, and no other', async () => {
  await migrate(db.url);
  await db.query(`
    CREATE OR REPLACE FUNCTION ledger.guard_account() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    UPDATE functions SET hash = 'of another text' WHERE name = 'ledger.guard_account'`);
  const { applied, functions } = await migrate(db.url);
  expect({ applied, functions }).toEqual({ applied: [], functions: ['ledger.guard_account'] });
  const [{ source } = {}] = await db.query(`SELECT prosrc AS source FROM pg_proc WHERE proname = 'guard_account'`);
  expect(source).toContain('a balance changes only by a transfer');
});

it('drops a function whose file is gone', async () => {
  await migrate(db.url);
  await db.query(`
    CREATE FUNCTION ledger.former_rule(student uuid) RETURNS boolean LANGUAGE sql AS 'SELECT true';
    INSERT INTO functions VALUES ('ledger.former_rule', 'of its text')`);
  await migrate(db.url);
  expect(await db.query(`SELECT to_regproc('ledger.former_rule') AS function`)).toEqual([{ function: null }]);
  expect((await migrate(db.url)).functions).toEqual([]);
});

it('applies migrations and functions together or not at all', async () => {
  await db.query(`
    CREATE SCHEMA ledger;
    CREATE FUNCTION ledger.account_of(student uuid, wanted text) RETURNS text LANGUAGE sql AS 'SELECT wanted'`);
  await expect(migrate(db.url)).rejects.toThrow('return type');
  expect(await db.query(`SELECT to_regclass('students') AS students`)).toEqual([{ students: null }]);
});

it('needs no superuser, only the owner of the database', async () => {
  const { role, url } = await createTestRole(db);
  const [{ name }] = (await db.query<{ name: string }>('SELECT current_database() AS name')) as [{ name: string }];
  await db.query(`ALTER DATABASE ${name} OWNER TO ${role}`);
  await migrate(url);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const { rows } = await owner.query(`SELECT to_regclass('ix_meal_requests_search') IS NOT NULL AS indexed`);
  await owner.end();
  expect(rows).toEqual([{ indexed: true }]);
});

it('works without the trigram extension', async () => {
  await db.query('CREATE TYPE gtrgm AS ()'); // takes a name that the extension needs
  await migrate(db.url);
  expect(await db.query(`SELECT to_regclass('ix_meal_requests_search') AS index`)).toEqual([{ index: null }]);
  const { request } = givenIn(db);
  const id = await request({ mealDescription: 'Ramen bowl' });
  expect(await db.query(`SELECT id FROM meal_requests WHERE meal_description ILIKE '%RAMEN%'`)).toEqual([{ id }]);
});
