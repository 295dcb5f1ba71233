import pg from 'pg';

/** Drops what this run created, then stops the server if the run started it. */
export default async function globalTeardown() {
  const server = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await server.connect();
  const mine = [process.env.TEST_RUN];
  const databases = await server.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', mine);
  for (const { datname } of databases.rows) await server.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  const roles = await server.query('SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)', mine);
  for (const { rolname } of roles.rows) await server.query(`DROP ROLE ${rolname}`);
  await server.end();
  await globalThis.stopPostgres();
}
