import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Cluster, Pooler, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';

/** Checks deploy/kubernetes against the schemas of Kubernetes and its operators, and its parts against each other. */
const folder = new URL('../deploy/kubernetes/', import.meta.url);
const read = (file) => readFileSync(new URL(file, folder), 'utf8');
const kustomization = parse(read('kustomization.yaml'));
const resources = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS()),
);
const ofKind = (kind) => resources.filter((resource) => resource.kind === kind);
const workloads = { Deployment, HorizontalPodAutoscaler, Ingress, NetworkPolicy, PodDisruptionBudget, Service };
const schemas = { ...workloads, Cluster, PodMonitor, Pooler, ScheduledBackup };
const templates = ofKind('Deployment').map(({ spec }) => spec.template);
const labels = [...templates, ...ofKind('Pooler').map(({ spec }) => spec.template)].map(
  ({ metadata }) => metadata.labels,
);
const containers = templates.flatMap(({ spec }) => [...(spec.initContainers ?? []), ...spec.containers]);

/**
 * The fields of a resource that its schema does not have: those that its validator never reads, although it reads others of
 * the same object. Throws if a field that it has is wrong.
 */
function unknownFields(resource) {
  const objects = [];
  const watched = (value, path) => {
    if (typeof value !== 'object' || value === null) return value;
    const seen = new Set();
    objects.push({ path, value, seen });
    return new Proxy(value, {
      get: (target, key) => {
        seen.add(key);
        return watched(target[key], `${path}.${String(key)}`);
      },
    });
  };
  schemas[resource.kind].prototype.validate.call(watched(resource, resource.kind));
  const read = Map.groupBy(objects, ({ path }) => path);
  return [...read.values()].flatMap((visits) => {
    const [{ path, value }] = visits;
    const seen = new Set(visits.flatMap((visit) => [...visit.seen]));
    if (Array.isArray(value) || seen.size === 0) return [];
    return Object.keys(value).flatMap((key) => (seen.has(key) ? [] : `${path}.${key}`));
  });
}

it.each(resources.filter(({ kind }) => kind !== 'ObjectStore'))('$kind $metadata.name fits its schema', (resource) => {
  expect(schemas[resource.kind].apiVersion).toBe(resource.apiVersion);
  expect(unknownFields(resource)).toEqual([]);
});

it('notices a resource that does not fit, and a field that no schema has', () => {
  const [{ spec }] = ofKind('Cluster');
  expect(() => new Cluster({ spec: { ...spec, instances: 'three' } }).validate()).toThrow(/instances/);
  expect(() => new Service({ spec: { ports: [{ port: 'http' }] } }).validate()).toThrow(/port/);
  const deployment = structuredClone(ofKind('Deployment')[0]);
  deployment.spec.template.spec.containers[0].readinesProbe = {};
  deployment.specs = {};
  expect(unknownFields(deployment)).toEqual([
    'Deployment.specs',
    'Deployment.spec.template.spec.containers.0.readinesProbe',
  ]);
});

it('every image has a version of its own in kustomization.yaml', () => {
  const named = new Set(containers.map(({ image }) => image));
  expect(new Set(kustomization.images.map(({ name }) => name))).toEqual(named);
});

it('a process starts only after the migrations of its own image', () => {
  const [{ spec }] = ofKind('Deployment').filter(({ metadata }) => metadata.name === 'api');
  const [migrate] = spec.template.spec.initContainers;
  expect(migrate.command.join(' ')).toMatch(/migrate\.js$/);
  expect(migrate.image).toBe(spec.template.spec.containers[0].image);
  expect(spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
});

it('the backups go where the database sends its WAL', () => {
  const [{ spec }] = ofKind('Cluster');
  const [{ metadata }] = ofKind('ObjectStore');
  expect(spec.plugins).toEqual([expect.objectContaining({ isWALArchiver: true })]);
  expect(spec.plugins[0].parameters.barmanObjectName).toBe(metadata.name);
  expect(ofKind('ScheduledBackup')[0].spec.pluginConfiguration.name).toBe(spec.plugins[0].name);
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
