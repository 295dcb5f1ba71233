import pg from 'pg';
import { jobQueues } from '../../platform/jobs/queues.js';
import { readDatabaseUrl, withFiles } from '../../platform/config/settings.js';
import { runAsCommand } from './command.js';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import { dataSource } from '../../platform/database/data-source.js';
import { migrateSchema } from '../../platform/database/migrate-schema.js';
import { isDirect } from '../../platform/database/is-direct.js';
import { urlsIn } from '../../platform/config/urls.js';
import { grantApiRole } from './grants.js';
import { prepareJobs } from '../../platform/jobs/jobs-schema.js';

/**
 * Migrates tables, functions and job queue. Safe to run again and from several instances at once. `role` is the API's
 * role if migrations run with another one; it gets exactly the rights that the API needs.
 */
export async function migrate(url: string, role?: string) {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    if (!(await isDirect(lock)))
      throw new Error('Migrations need PostgreSQL itself, not a connection pooler: set MIGRATION_DATABASE_URL.');
    await lock.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrate]);
    const database = await dataSource(url).initialize();
    try {
      const migrated = await database.transaction(migrateSchema);
      await prepareJobs(url, jobQueues);
      if (role) await grantApiRole(lock, role);
      return migrated;
    } finally {
      await database.destroy();
    }
  } finally {
    await lock.end();
  }
}

/** The API's own role, if migrations run with another one. */
export function apiRole(env: NodeJS.ProcessEnv): string | undefined {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = withFiles(env);
  if (!DATABASE_URL || !MIGRATION_DATABASE_URL) return undefined;
  const role = roleOf(DATABASE_URL);
  return role === roleOf(MIGRATION_DATABASE_URL) ? undefined : role;
}

const roleOf = (url: string) => decodeURIComponent(new URL(urlsIn(url)[0]!).username);

await runAsCommand(import.meta.url, async () => {
  const { applied, functions } = await migrate(readDatabaseUrl(process.env, 'migrations'), apiRole(process.env));
  const changes = [...applied, ...functions];
  console.log(changes.length ? `Applied ${changes.join(', ')}` : 'The database is up to date');
});
