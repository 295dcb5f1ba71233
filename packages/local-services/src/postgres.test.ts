import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, dataDir, start } from '../test/data-folder.js';
import { findFreePort } from './ports.js';
import { startPostgres, type Postgres } from './postgres.js';
import { findPostmaster } from './postmaster.js';
import { findRunningPostgres } from './running-postgres.js';

describe('a throwaway server', () => {
  let shared: Postgres;
  beforeAll(async () => {
    shared = await startPostgres({});
  });
  afterAll(() => shared.stop());

  it('is an embedded PostgreSQL 18 with Unicode and trigram search', async () => {
    const { url, how } = shared;
    expect(how).toBe('embedded');
    expect(await ask(url, 'SHOW server_version_num')).toEqual([expect.stringMatching(/^18/)]);
    expect(await ask(url, "SELECT lower('CAFÉ ÄÖ')")).toEqual(['café äö']);
    await ask(url, 'CREATE EXTENSION pg_trgm');
    expect(await ask(url, "SELECT similarity('burrito', 'burito') > 0.5")).toEqual([true]);
  });

  it('asks for a password', async () => {
    const wrong = shared.url.replace(/:[^:@]+@/, ':wrong@');
    await expect(ask(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('is used as it is and not stopped when its URL is given', async () => {
    const given = await startPostgres({ url: shared.url, docker: true });
    expect(given).toMatchObject({ url: shared.url, how: 'given' });
    await given.stop();
    expect(await ask(shared.url, 'SELECT 1')).toEqual([1]);
  });

  it('leaves nothing behind when it stops', async () => {
    const { url, stop } = await startPostgres({});
    const [directory] = await ask(url, 'SHOW data_directory');
    await stop();
    await expect(readdir(String(directory))).rejects.toThrow('ENOENT');
  });
});

describe('a server with a data folder', () => {
  it('keeps its data from one start to the next, and lets no other server use it, with a one-sentence message', async () => {
    const first = await startPostgres({ dataDir });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();

    const second = await start({ dataDir });
    expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([42]);

    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /^The data in .* is in use by another running PostgreSQL \(process \d+\); stop that one, or set DATA_DIR to another folder\.$/,
    );
  });

  it('keeps the lock of a server that is still writing it when another program looks for the server', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['postmaster.pid']);
  });

  it('refuses data of another PostgreSQL version and names that version', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(startPostgres({ dataDir })).rejects.toThrow(/is of PostgreSQL 17, and this is 18/);
    expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  });
});

it('reports a given server that does not respond, without printing its password', async () => {
  const url = `postgres://student:secret-word@127.0.0.1:${await findFreePort()}/spareswipe`;
  const failure: unknown = await startPostgres({ url }).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/PostgreSQL does not answer at DATABASE_URL \(.*ECONNREFUSED.*\)/);
  expect(String(failure)).not.toContain('secret-word');
});
