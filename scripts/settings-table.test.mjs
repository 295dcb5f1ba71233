import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

/** Every setting that the API or `start` reads, except NODE_ENV, which both documents explain separately. */
const settings = new Set([
  ...namesIn(read('apps/api/src/platform/config/settings.ts'), /(?:^ {2}|env\[')([A-Z][A-Z_]+)(?='|[!?]?:)/gm),
  ...namesIn(read('scripts/start/settings.mjs'), /(?:env\.|env, ')([A-Z_]+)/g),
]);
settings.delete('NODE_ENV');

it('docs/settings.md lists exactly these settings', () => {
  const table = read('docs/settings.md').match(/\n\| setting .+?\n\n/s)[0];
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  expect(namesIn(cells.join(), /`([A-Z_]+)`/g).sort()).toEqual([...settings].sort());
});

it('.env.example lists exactly these settings', () => {
  expect(namesIn(read('.env.example'), /^#([A-Z_]+)=/gm).sort()).toEqual([...settings].sort());
});

/** Settings that an installation does not take, and why. */
const NOT_INSTALLED = {
  HOST: 'a container listens on all of its addresses',
  DATA_DIR: 'for the embedded database and the secrets of a local start',
  INBOX_PORT: 'for the inbox of a local start',
  INBOX_SMTP_PORT: 'for the inbox of a local start',
  FAKE_STRIPE_PORT: 'for the stand-in of a local start',
  SIGN_ON_PORT: 'for the stand-in of a local start',
  STRIPE_API_BASE: 'for tests',
  STRIPE_JS_URL: 'for tests',
};
const { services } = parse(read('docker/compose.yml'), { merge: true });
const passed = Object.keys({ ...services.migrate.environment, ...services.api.environment });

it('docker/compose.yml passes on exactly the other settings', () => {
  const names = passed.map((name) => name.replace(/_FILE$/, ''));
  expect([...new Set(names), ...Object.keys(NOT_INSTALLED)].sort()).toEqual([...settings].sort());
});

it('Kubernetes passes on every entry of its ConfigMap, and names each secret, commented out or not', () => {
  const api = read('deploy/kubernetes/api.yaml');
  expect(api).toContain('envFrom: [{ configMapRef: { name: spareswipe } }]');
  const secrets = passed.filter((name) => name.endsWith('_FILE'));
  expect(secrets.filter((name) => !api.includes(`name: ${name},`))).toEqual([]);
});
