import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

/** docker/backup.sh with stand-ins for PostgreSQL's programs. `pnpm drill backup-restore` runs it with the real ones. */
const script = fileURLToPath(new URL('../docker/backup.sh', import.meta.url));
let folder, dumps, env;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spareswipe-backup-'));
  dumps = join(folder, 'dumps');
  mkdirSync(dumps);
  env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, BACKUP_DIR: dumps, FOLDER: folder };
  const dump = 'for last; do :; done; echo half > "${last#--file=}"';
  program('pg_dumpall', dump);
  program('pg_dump', `${dump}; echo >> "$FOLDER/tries"; [ "$(wc -l < "$FOLDER/tries")" -gt "$FAILURES" ]`);
  // ends `nightly` when a day would pass
  program('sleep', 'echo "$1" >> "$FOLDER/pauses"; if [ "$1" = 86400 ]; then kill "$PPID"; fi');
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = (name, body) => writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
const pauses = () => readFileSync(join(folder, 'pauses'), 'utf8').split('\n').filter(Boolean).map(Number);

it('repeats a failed backup after five minutes, and a good one after a day', () => {
  spawnSync('sh', [script, 'nightly'], { env: { ...env, FAILURES: '2' }, timeout: 10_000 });
  expect(pauses()).toEqual([300, 300, 86_400]);
});

it('is unhealthy as soon as the first backup fails, and healthy while it runs', () => {
  program('pg_dump', 'sh "$SCRIPT" check && echo healthy >> "$FOLDER/seen"; exit 1');
  program('sleep', 'kill "$PPID"');
  spawnSync('sh', [script, 'nightly'], { env: { ...env, SCRIPT: script }, timeout: 10_000 });
  expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('healthy\n');
  expect(spawnSync('sh', [script, 'check'], { env }).status).toBe(1);
});

it.each(['pg_dump', 'pg_dumpall'])('leaves nothing of a backup whose %s fails', (name) => {
  program(name, 'for last; do :; done; echo half > "${last#--file=}"; exit 1');
  expect(spawnSync('sh', [script, 'now'], { env: { ...env, FAILURES: '0' } }).status).not.toBe(0);
  expect(readdirSync(dumps)).toEqual(['begun']);
});

it('waits a day after a backup, even if old ones cannot be deleted', () => {
  program('find', 'exit 1');
  const { stderr } = spawnSync('sh', [script, 'nightly'], { env: { ...env, FAILURES: '0' }, timeout: 10_000 });
  expect(pauses()).toEqual([86_400]);
  expect(String(stderr)).toContain('old dumps could not be deleted');
});

it('refuses a BACKUP_DAYS that is no number', () => {
  const { status, stderr } = spawnSync('sh', [script, 'now'], { env: { ...env, FAILURES: '0', BACKUP_DAYS: '14d' } });
  expect([status, String(stderr).trim()]).toEqual([2, 'BACKUP_DAYS must be a whole number']);
  expect(readdirSync(dumps)).toEqual([]);
});

it('keeps the roles beside the dump', () => {
  execFileSync('sh', [script, 'now'], { env: { ...env, FAILURES: '0' } });
  const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ';
  expect(readdirSync(dumps).sort().join()).toMatch(
    new RegExp(`^${time}\\.dump,${time}\\.roles\\.sql,backup\\.prom,begun$`),
  );
  expect(readFileSync(join(dumps, 'backup.prom'), 'utf8')).toMatch(/^backup_newest_timestamp_seconds \d{10}\n$/);
  execFileSync('sh', [script, 'check'], { env });
});
