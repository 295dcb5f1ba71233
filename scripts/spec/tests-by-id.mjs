import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEST_FILES = '{apps,packages,scripts}/**/*.{test,e2e}.{ts,tsx,js,mjs}';
/** `'title [spec §2.7 §4.1] [asvs V2.4a]'`: a string that ends with one or two such lists. */
const TAGGED_TITLE = /(['"`])([^\n]*?)((?: \[(?:spec|asvs) [^\]\n]+\])+)\1/g;

/**
 * The tests whose titles name ids of `kind` ('spec' or 'asvs').
 * @returns {Map<string, { file: string, title: string }[]>} by id
 */
export function testsById(kind) {
  const tests = new Map();
  for (const file of testFiles()) {
    for (const [, , title, tags] of readFileSync(ROOT + file, 'utf8').matchAll(TAGGED_TITLE)) {
      for (const id of idsIn(tags, kind)) tests.set(id, [...(tests.get(id) ?? []), { file, title }]);
    }
  }
  return tests;
}

const testFiles = () => globSync(TEST_FILES, { cwd: ROOT, exclude: (name) => ['node_modules', 'dist'].includes(name) });

const idsIn = (tags, kind) =>
  [...tags.matchAll(/\[(\w+) ([^\]]+)\]/g)].filter(([, name]) => name === kind).flatMap(([, , ids]) => ids.split(' '));

/** The sentences of docs/spec.md. @returns {{ id: string, sentence: string }[]} */
export const specSentences = () =>
  [...read('docs/spec.md').matchAll(/^- \*\*(§[\d.]+)\*\* (.+)$/gm)].map(([, id, sentence]) => ({ id, sentence }));

/** The rows of docs/asvs.md that need a test; a row that cannot have one says "no test". @returns {string[]} */
export const asvsIds = () =>
  [...read('docs/asvs.md').matchAll(/^\| (V[\d.]+[a-z]?) .*$/gm)]
    .filter(([row]) => !row.includes('no test'))
    .map(([, id]) => id);

export const read = (path) => readFileSync(ROOT + path, 'utf8');
