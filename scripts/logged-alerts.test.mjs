import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

it('the runbooks explain exactly the alerts that the API logs', () => {
  const sources = readdirSync(new URL('apps/api/src', root), { recursive: true })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => read(`apps/api/src/${file}`));
  const logged = new Set(namesIn(sources.join('\n'), /\balert: '([\w-]+)'/g));
  const [, ours] = read('docs/operating.md').match(/\n### Alerts in the log\n(.+?)\n##/s);
  const explained = namesIn(ours + read('docs/payments.md'), /^\| `([\w-]+)` /gm);
  expect(explained.sort()).toEqual([...logged].sort());
});
