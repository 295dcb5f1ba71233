import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

const logged = () => {
  const sources = readdirSync(new URL('apps/api/src', root), { recursive: true })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => read(`apps/api/src/${file}`));
  return new Set(namesIn(sources.join('\n'), /\balert: '([\w-]+)'/g));
};

it('the runbooks explain exactly the alerts that the API logs', () => {
  const [, ours] = read('docs/operating.md').match(/\n### Alerts in the log\n(.+?)\n##/s);
  const explained = namesIn(ours + read('docs/payments.md'), /^\| `([\w-]+)` /gm);
  expect(explained.sort()).toEqual([...logged()].sort());
});

it('the alert rules name only alerts that the API logs', () => {
  const matchers = namesIn(read('deploy/prometheus/alerts.yml'), /alerts_logged_total\{alert[=!]~"([^"]+)"/g);
  const named = matchers.flatMap((matcher) => matcher.split('|'));
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !logged().has(name))).toEqual([]);
});

it('a rule that compares with an earlier time stays silent until Prometheus has watched for that long', () => {
  const rules = read('deploy/prometheus/alerts.yml').split(/\n\s+- alert: /);
  const comparing = rules.filter((rule) => rule.includes('unless alerts_logged_total offset'));
  expect(comparing).toHaveLength(2);
  for (const rule of comparing) {
    const [, ago] = /unless alerts_logged_total offset (\w+)/.exec(rule);
    expect(rule).toContain(`and on () count(up{job="spareswipe"} offset ${ago}) > 0`);
  }
});
