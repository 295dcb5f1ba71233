import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

/** Checks deploy/kubernetes against the schemas of Kubernetes and CloudNativePG, and its parts against each other. */
const folder = new URL('../deploy/kubernetes/', import.meta.url);
const resources = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => parseAllDocuments(readFileSync(new URL(file, folder), 'utf8')).map((document) => document.toJS()));
const ofKind = (kind) => resources.filter((resource) => resource.kind === kind);
const schemas = { Cluster, Deployment, HorizontalPodAutoscaler, Job, NetworkPolicy, PodDisruptionBudget, Service };
const templates = [...ofKind('Deployment'), ...ofKind('Job')].map(({ spec }) => spec.template);
const labels = templates.map(({ metadata }) => metadata.labels);
const containers = templates.flatMap(({ spec }) => spec.containers);

it.each(resources)('$kind $metadata.name fits its schema', (resource) => {
  const Model = schemas[resource.kind];
  expect(Model.apiVersion).toBe(resource.apiVersion);
  new Model(resource).validate();
});

it('a resource that does not fit is noticed', () => {
  const [{ spec }] = ofKind('Cluster');
  expect(() => new Cluster({ spec: { ...spec, instances: 'three' } }).validate()).toThrow(/instances/);
  expect(() => new Service({ spec: { ports: [{ port: 'http' }] } }).validate()).toThrow(/port/);
});

const selects = (selector) => (pod) =>
  Object.entries(selector.matchLabels ?? selector).every(([key, value]) => pod[key] === value);

it.each([...ofKind('Deployment'), ...ofKind('PodDisruptionBudget'), ...ofKind('Service')])(
  '$kind $metadata.name selects pods that exist',
  ({ spec }) => expect(labels.filter(selects(spec.selector))).toHaveLength(1),
);

it('the policies name the database as its manifest does', () => {
  const [{ metadata }] = ofKind('Cluster');
  const named = JSON.stringify(ofKind('NetworkPolicy')).matchAll(/"cnpg\.io\/cluster":"([\w-]+)"/g);
  expect(new Set([...named].map(([, name]) => name))).toEqual(new Set([metadata.name]));
});

it('every container has as few rights as in docker/compose.yml', () => {
  for (const {
    securityContext,
    resources: { limits },
  } of containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(limits.memory).toBeDefined();
  }
  for (const { spec } of templates) {
    expect(spec.securityContext.runAsNonRoot).toBe(true);
    expect(spec.automountServiceAccountToken).toBe(false);
  }
});

it('every setting exists, and every secret file is made by the README', () => {
  const settings = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');
  const guide = readFileSync(new URL('README.md', folder), 'utf8');
  const env = containers.filter(({ name }) => name !== 'web').flatMap((container) => container.env);
  for (const { name, value } of env) {
    expect(settings).toContain(`\`${name.replace(/_FILE$/, '')}\``);
    if (name.endsWith('_FILE')) expect(guide).toMatch(new RegExp(`--from-(literal|file)=${value.split('/').pop()}=`));
  }
});
