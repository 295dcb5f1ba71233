import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const script = fileURLToPath(new URL('../docker/secrets.sh', import.meta.url));
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spareswipe-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const make = () => execFileSync('sh', ['-c', 'umask 077; sh "$0" "$1"', script, folder]);
const modeOf = (name) => (statSync(join(folder, name)).mode & 0o777).toString(8);

it('makes files that the owner can replace and every container can read, in a folder for the owner only', () => {
  make();
  const files = readdirSync(folder).filter((name) => name !== 'api');
  expect(files).toEqual(expect.arrayContaining(['jwt_secret', 'starting_meals_key']));
  expect(new Set(files.map(modeOf))).toEqual(new Set(['644']));
  expect([modeOf('.'), modeOf('api')]).toEqual(['700', '755']);
});

it('keeps the secrets that exist', () => {
  writeFileSync(join(folder, 'api_password'), 'of the database');
  make();
  expect(readFileSync(join(folder, 'pgbouncer_users'), 'utf8')).toBe('"spareswipe_api" "of the database"');
});

it('lets every container read what docker/compose.yml mounts, whatever the umask of the checkout was', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const { services } = parse(readFileSync(join(root, 'docker/compose.yml'), 'utf8'), { merge: true });
  make();
  const mounts = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.filter((volume) => /^\.\.?\//.test(volume)),
  );
  const sources = new Set(mounts.map((volume) => join(root, 'docker', volume.split(':')[0])));
  expect(sources.size).toBeGreaterThan(3);
  const files = [...sources].flatMap((source) => [source, ...globSync(`${source}/**`)]);
  for (const file of files) chmodSync(file, statSync(file).mode & 0o700);
  make();
  expect(files.filter((file) => (statSync(file).mode & 0o044) !== 0o044)).toEqual([]);
});
