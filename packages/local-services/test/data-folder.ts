import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type Postgres, type StartPostgres } from '../src/postgres.js';

/** Gives each test of a file a data folder, and stops its servers when it ends. */

const cleanUps: (() => Promise<unknown>)[] = [];
export let dataDir: string;

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'spareswipe-test-'));
  dataDir = join(home, 'data');
  cleanUps.push(() => rm(home, { recursive: true, force: true }));
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

export async function start(options: StartPostgres): Promise<Postgres> {
  const postgres = await startPostgres(options);
  cleanUps.push(() => postgres.stop());
  return postgres;
}

export async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}
