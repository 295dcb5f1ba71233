import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { createTestDatabase } from '../../../test/support/database.js';
import { startApi, type Api } from '../../../test/support/start-api.js';

const file = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
const { groups } = parse(file('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(file('deploy/grafana/spareswipe.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const charts = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

/** Made by Prometheus itself, and by docker/nginx.conf.template. */
const OF_OTHERS = ['up', 'nginx_connections_active'];

let api: Api;
let exported: Set<string>;
beforeAll(async () => {
  const db = await createTestDatabase();
  api = await startApi({ db, settings: { READ_DATABASE_URL: db.url } });
  const text = await (await api.fetch('/api/metrics')).text();
  exported = new Set(OF_OTHERS);
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    parts.forEach((part) => exported.add(name + part));
  }
});
afterAll(async () => {
  await api.stop();
  await api.db.close();
});

/** The metrics that an expression reads. Throws if it is no PromQL. */
function metricsIn(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, name, from, to, node }) {
      if (type.isError) throw new Error(`not PromQL at character ${from}: ${expression}`);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(expression.slice(from, to));
    },
  });
  return names;
}

it.each(rules)('the alert $alert reads metrics that the API exports', ({ expr }) => {
  const metrics = metricsIn(expr);
  expect(metrics).not.toEqual([]);
  expect(metrics.filter((name) => !exported.has(name))).toEqual([]);
});

it.each(charts)('the chart "$title" reads metrics that the API exports', ({ expr }) => {
  const metrics = metricsIn(expr);
  expect(metrics).not.toEqual([]);
  expect(metrics.filter((name) => !exported.has(name))).toEqual([]);
});

it('reports an invalid expression, and a metric that nobody exports', () => {
  expect(() => metricsIn('sum(rate(up[5m])')).toThrow('not PromQL');
  expect(metricsIn('max(unheard_of) > 3 + up')).toEqual(['unheard_of', 'up']);
  expect(exported.has('unheard_of')).toBe(false);
});

it.each(rules)('the alert $alert has a page in the runbook', ({ annotations: { runbook, summary } }) => {
  const [path, anchor] = runbook.split('#');
  const anchors = [...file(path!).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(anchors).toContain(anchor);
  expect(summary).not.toBe('');
});
