import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { asvsIds, read, specSentences, testsById } from './spec/tests-by-id.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

describe.each([
  ['the specification', 'spec', specSentences().map(({ id }) => id)],
  ['the security requirements', 'asvs', asvsIds()],
])('%s', (_, kind, ids) => {
  const tests = testsById(kind);

  it('has a test for every sentence', () => {
    expect(ids.length).toBeGreaterThan(40);
    expect(ids.filter((id) => !tests.has(id))).toEqual([]);
  });

  it('numbers each sentence once', () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('has every id that a test names', () => {
    expect([...tests.keys()].filter((id) => !ids.includes(id))).toEqual([]);
  });
});

it.each(['SECURITY.md', 'docs/asvs.md'])('%s names files that exist', (document) => {
  const paths = [...read(document).matchAll(/`((?:src|test|apps|packages|\.github)\/[\w./-]+)`/g)].map(
    ([, path]) => path,
  );
  // paths of the API are written from `apps/api`
  const isThere = (path) => existsSync(root + path) || existsSync(`${root}apps/api/${path}`);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});
