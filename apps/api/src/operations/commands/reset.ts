import pg from 'pg';
import { apiRole, migrate } from './migrate.js';
import { readDatabaseUrl } from '../../platform/config/settings.js';
import { runAsCommand } from './command.js';
import { seed } from './seed.js';

export async function reset(url: string): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    // The schemas and not the database: their owner may recreate them.
    await db.query('DROP SCHEMA IF EXISTS ledger, pgboss CASCADE');
    await db.query('DROP SCHEMA public CASCADE');
    await db.query('CREATE SCHEMA public');
    await migrate(url, apiRole(process.env));
    await seed(db);
  } finally {
    await db.end();
  }
}

await runAsCommand(import.meta.url, async () => {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('db:reset deletes everything; it does not run in production');
  await reset(readDatabaseUrl(process.env, 'migrations'));
  console.log('The database holds the demo campus and nothing else');
});
