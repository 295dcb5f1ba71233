import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { givenIn } from '../../../test/support/given.js';
import { createTestRole } from '../../../test/support/roles.js';
import { dataSource } from './data-source.js';
import { generate } from '../../operations/commands/generate.js';
import { migrate } from '../../operations/commands/migrate.js';
import { migrations } from './migrations/index.js';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase({ migrated: false });
});
afterEach(() => db.close());

/** Everything in the schemas of ours, as text. */
const inventory = () =>
  db.query(`
    SELECT n.nspname, c.relname, c.relkind::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'ledger') AND c.relname NOT LIKE '%migrations%' AND c.relname NOT LIKE 'PK_%'
    UNION ALL
    SELECT n.nspname, p.proname, 'function' FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname IN ('public', 'ledger')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ORDER BY 1, 2, 3`);

it('runs up, down to an empty database, and up again to the same schema', async () => {
  await migrate(db.url);
  const first = await inventory();
  const database = await dataSource(db.url).initialize();
  for (const _ of migrations) await database.undoLastMigration();
  expect(await inventory()).toEqual([]);
  await database.destroy();
  await migrate(db.url);
  expect(await inventory()).toEqual(first);
});

it('leaves nothing for a generator to add: entities and tables agree', async () => {
  await migrate(db.url);
  const database = await dataSource(db.url).initialize();
  const drift = await database.driver.createSchemaBuilder().log();
  await database.destroy();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});

it('generates nothing from a database that lacks migrations', async () => {
  await expect(generate(db.url, 'all-tables-again')).rejects.toThrow('pnpm db:migrate');
});

it('may run on several instances at once', async () => {
  const runs = await Promise.all([migrate(db.url), migrate(db.url), migrate(db.url)]);
  expect(runs.map(({ applied }) => applied.length).sort()).toEqual([0, 0, migrations.length]);
});

it('opens accounts for students who were there before the ledger', async () => {
  await migrate(db.url);
  const database = await dataSource(db.url).initialize();
  const afterLedger = migrations.length - migrations.findIndex(({ name }) => name.startsWith('Ledger'));
  for (let step = 0; step < afterLedger; step++) await database.undoLastMigration();
  const { id } = await givenIn(db).student({ verified: false });
  await database.runMigrations();
  await database.destroy();
  expect(await db.query('SELECT kind, balance FROM ledger.accounts WHERE student_id = $1 ORDER BY kind', [id])).toEqual(
    [
      { kind: 'available', balance: 0 },
      { kind: 'debt', balance: 0 },
      { kind: 'held', balance: 0 },
    ],
  );
});

it('makes requests searchable that were active before the search text existed', async () => {
  await migrate(db.url);
  const database = await dataSource(db.url).initialize();
  const fromSearchText = migrations.length - migrations.findIndex(({ name }) => name.startsWith('SearchText'));
  for (let step = 0; step < fromSearchText; step++) await database.undoLastMigration();
  const given = givenIn(db);
  const student = await given.student({ credits: 0 });
  await db.query('SELECT ledger.grant_credits($1, 2)', [student.id]);
  await given.request({ by: student, mealDescription: 'Pad Thai' });
  await database.runMigrations({ transaction: 'all' });
  await database.destroy();
  expect(await db.query("SELECT status, search_text LIKE 'pad thai%' AS found FROM meal_requests")).toEqual([
    { status: 'active', found: true },
  ]);
  const [{ index } = {}] = await db.query("SELECT pg_get_indexdef('ix_meal_requests_search'::regclass) AS index");
  expect(index).toContain('search_text');
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
