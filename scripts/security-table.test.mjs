import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../', import.meta.url));
const document = readFileSync(`${root}SECURITY.md`, 'utf8');

/** Paths of the API are written from `apps/api`. */
const placeOf = (path) => [`${root}${path}`, `${root}apps/api/${path}`].find(existsSync);

it.each([...document.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`: "([^"]+)"/g)].map(([, path, name]) => [path, name]))(
  'SECURITY.md names a test that exists: %s, "%s"',
  (path, name) => {
    const source = readFileSync(placeOf(path), 'utf8').replaceAll("\\'", "'");
    expect(source).toContain(name);
  },
);

it('SECURITY.md names files that exist', () => {
  const paths = [...document.matchAll(/`((?:src|test|apps|packages|\.github)\/[\w./-]+)`/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !placeOf(path))).toEqual([]);
});
