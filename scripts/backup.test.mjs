import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

/** docker/backup.sh with stand-ins for PostgreSQL's programs. `pnpm drill backup` runs it with the real ones. */
const script = fileURLToPath(new URL('../docker/backup.sh', import.meta.url));
let folder, backups, env;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spareswipe-backup-'));
  backups = join(folder, 'backups');
  mkdirSync(join(backups, 'wal'), { recursive: true });
  mkdirSync(join(folder, 'invariants'));
  writeFileSync(join(folder, 'invariants/every-credit-is-somewhere.sql'), 'SELECT');
  env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    BACKUP_DIR: backups,
    FOLDER: folder,
    INVARIANTS: join(folder, 'invariants'),
  };
  // the receiver ends with the test
  program('pg_receivewal', 'case $* in *--create-slot*) ;; *) exec tail -f /dev/null ;; esac');
  program(
    'pg_basebackup',
    `for one; do case $one in --pgdata=*) to=\${one#*=} ;; esac; done; mkdir "$to"; touch "$to/postgresql.auto.conf"
    tar -czf "$FOLDER/base.tar.gz" -C "$to" . && mv "$FOLDER/base.tar.gz" "$to"`,
  );
  // a folder that is no more has no server to stop
  program('pg_ctl', 'case $* in *immediate*) exit 1 ;; esac');
  program('psql', 'case $* in *offender*) cat "$FOLDER/broken" 2> /dev/null || echo 0 ;; *) echo 17000000 ;; esac');
  // ends `run` when a minute or five would pass
  program('sleep', 'if [ "$1" -ge 60 ]; then echo "$1" >> "$FOLDER/pauses"; kill "$PPID"; fi');
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = (name, body) => writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
const call = (...args) => spawnSync('sh', [script, ...args], { env, encoding: 'utf8', timeout: 10_000 });
const pause = () => readFileSync(join(folder, 'pauses'), 'utf8').trim();
const bases = () => readdirSync(join(backups, 'base')).filter((name) => name.endsWith('Z'));

it('backs up, restores that into a scratch database, reports both, and looks again after a minute', () => {
  call('run');
  expect(bases()).toHaveLength(1);
  expect(existsSync(join(backups, 'scratch'))).toBe(false);
  const metrics = readFileSync(join(backups, 'backup.prom'), 'utf8');
  expect(metrics.replaceAll(/ \d{10}\n/g, ' ')).toBe(
    'backup_newest_timestamp_seconds backup_checked_timestamp_seconds backup_wal_timestamp_seconds ',
  );
  expect([pause(), call('check').status]).toEqual(['60', 0]);
});

it.each([
  ['the base backup fails', () => program('pg_basebackup', 'exit 1')],
  ['the restored ledger is broken', () => writeFileSync(join(folder, 'broken'), '2')],
  ['the restore does not start', () => program('pg_ctl', 'exit 1')],
  ['no WAL is received', () => program('psql', 'case $* in *offender*) echo 0 ;; esac')],
  ['the WAL is received too late', () => program('psql', 'case $* in *offender*) echo 0 ;; *) echo 40000000 ;; esac')],
])('is unhealthy at once, reports nothing, and tries again after five minutes if %s', (_, happens) => {
  happens();
  call('run');
  expect(existsSync(join(backups, 'backup.prom'))).toBe(false);
  expect([pause(), call('check').status]).toEqual(['300', 1]);
});

it('leaves nothing of a base backup that fails', () => {
  program('pg_basebackup', 'for one; do case $one in --pgdata=*) mkdir "${one#*=}" ;; esac; done; exit 1');
  expect(call('now').status).not.toBe(0);
  expect(readdirSync(join(backups, 'base'))).toEqual([]);
});

it('keeps what restores every second of the last days, and nothing older', () => {
  const daysAgo = (days) => new Date(Date.now() - days * 86_400_000);
  const add = (path, days) => utimesSync(path, daysAgo(days), daysAgo(days));
  mkdirSync(join(backups, 'base'));
  for (const days of [30, 20, 10]) {
    const name = join(backups, 'base', `${daysAgo(days).toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
    mkdirSync(name);
    writeFileSync(`${name}.begun`, '');
    add(`${name}.begun`, days);
    writeFileSync(join(backups, 'wal', `of-${days}`), '');
    add(join(backups, 'wal', `of-${days}`), days - 1);
  }
  call('now');
  expect(bases()).toHaveLength(3);
  expect(readdirSync(join(backups, 'wal')).sort()).toEqual(['of-10', 'of-20']);
});

it('restores the newest backup from before the time, and leaves the backups of the old database aside', () => {
  call('now');
  const data = join(folder, 'data');
  env.PGDATA = data;
  const { status, stderr } = call('restore', '2020-01-01 00:00:00');
  expect([status, stderr]).toEqual([1, 'There is no base backup from before that time\n']);
  program('pg_ctl', 'cat "$PGDATA/postgresql.auto.conf" >> "$FOLDER/settings"');
  call('restore', '2100-01-01 00:00:00');
  expect(readFileSync(join(folder, 'settings'), 'utf8')).toContain("recovery_target_time = '2100-01-01 00:00:00 UTC'");
  expect(readFileSync(join(data, 'postgresql.auto.conf'), 'utf8')).toBe('');
  expect(existsSync(join(data, 'recovery.signal'))).toBe(true);
  const [aside] = readdirSync(backups).filter((name) => name.startsWith('until-'));
  expect(readdirSync(join(backups, aside)).sort()).toEqual(['base', 'wal']);
});

it('checks the backups of the restored database at once, although the old ones were checked today', () => {
  call('run');
  env.PGDATA = join(folder, 'data');
  expect(call('restore').status).toBe(0);
  mkdirSync(join(backups, 'wal'));
  expect(call('run').stdout).toContain('restored the last second, and the ledger is whole');
});

it('restores from a copy that has lost the times of its folders', () => {
  call('now');
  const [made] = bases();
  renameSync(join(backups, 'base', made), join(backups, 'base/2026-11-20T03-00-00Z'));
  env.PGDATA = join(folder, 'data');
  const { status, stdout } = call('restore', '2026-11-21 08:00:00');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^restored 2026-11-21 08:00:00; /)]);
});

it('makes a base backup although a stopped container has left half of one', () => {
  mkdirSync(join(backups, 'base/unfinished'), { recursive: true });
  expect(call('now').status).toBe(0);
  expect(bases()).toHaveLength(1);
});

it('refuses a BACKUP_DAYS that is no number', () => {
  env.BACKUP_DAYS = '14d';
  const { status, stderr } = call('now');
  expect([status, stderr.trim()]).toEqual([2, 'BACKUP_DAYS must be a whole number']);
});
