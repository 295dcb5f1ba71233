import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

/** Every setting that the API or `start` reads, except NODE_ENV, which both documents explain separately. */
const settings = new Set([
  ...namesIn(read('apps/api/src/config/settings.ts'), /(?:^ {2}|env\[')([A-Z][A-Z_]+)(?='|[!?]?:)/gm),
  ...namesIn(read('scripts/start/settings.mjs'), /(?:env\.|env, ')([A-Z_]+)/g),
]);
settings.delete('NODE_ENV');

it('README.md lists exactly these settings', () => {
  const table = read('README.md').match(/\n\| setting .+?\n\n/s)[0];
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  expect(namesIn(cells.join(), /`([A-Z_]+)`/g).sort()).toEqual([...settings].sort());
});

it('.env.example lists exactly these settings', () => {
  expect(namesIn(read('.env.example'), /^#([A-Z_]+)=/gm).sort()).toEqual([...settings].sort());
});

/** For a local start or for tests, or set by the image. */
const LOCAL = /^(DATA_DIR|HOST|INBOX_.*|FAKE_STRIPE_PORT|STRIPE_API_BASE|STRIPE_JS_URL)$/;

it('docker/compose.yml passes on every other setting, itself or as a file', () => {
  const passed = namesIn(read('docker/compose.yml'), /^ {6}([A-Z][A-Z_]+?)(?:_FILE)?:/gm);
  expect([...settings].filter((name) => !LOCAL.test(name) && !passed.includes(name))).toEqual([]);
});
