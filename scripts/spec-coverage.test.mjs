import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../', import.meta.url));
const PLACES = {
  web: ['apps/web/src/', ['.test.tsx', '.test.ts']],
  api: ['apps/api/src/', ['.test.ts']],
  'api-test': ['apps/api/test/', ['.test.ts']],
  contract: ['packages/contract/src/', ['.test.ts']],
  e2e: ['apps/e2e/tests/', ['.e2e.ts']],
};

/** The rows of the tables: a sentence, and the tests that prove it, as `web pages/login-page` › its title. */
const sentences = readFileSync(`${root}docs/spec-coverage.md`, 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!the spec says|where|-|`)/.test(line));
const proofsOf = (sentence) => [...sentence.matchAll(/`([\w-]+) ([\w/-]+)` › (.+?) *(?=<br>|\|$)/g)];

/** Whether a test has this title, as it is written there: between quotes, in a call of `it` or `test` or in their table. */
function isThere([, place, name, title]) {
  const [folder, endings] = PLACES[place] ?? ['', []];
  const file = endings.map((ending) => `${root}${folder}${name}${ending}`).find((path) => existsSync(path));
  return (
    file !== undefined && [`'`, '"', '`'].some((quote) => readFileSync(file, 'utf8').includes(quote + title + quote))
  );
}

describe('what the spec says', () => {
  it('is proved, sentence by sentence, by tests that exist', () => {
    const proofs = sentences.flatMap(proofsOf);
    expect(proofs.length).toBeGreaterThan(200);
    expect(proofs.filter((proof) => !isThere(proof)).map(([text]) => text)).toEqual([]);
  });

  it('has no sentence without a test', () => {
    expect(sentences.length).toBeGreaterThan(180);
    expect(sentences.filter((sentence) => proofsOf(sentence).length === 0)).toEqual([]);
  });
});
