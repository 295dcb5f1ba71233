import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';

/** What docker/compose.yml promises without being run. The night runs it. */
const read = (name) => readFileSync(new URL(`../docker/${name}`, import.meta.url), 'utf8');
const { services } = parse(read('compose.yml'), { merge: true });

it('publishes ports for this machine only, but those of Caddy', () => {
  const ports = Object.entries(services).flatMap(([name, { ports: all = [] }]) => (name === 'caddy' ? [] : all));
  expect(ports.length).toBeGreaterThan(1);
  expect(ports.filter((port) => !/^(127\.0\.0\.1|\$\{WEB_ADDRESS:-127\.0\.0\.1\}):/.test(port))).toEqual([]);
});

it('runs every container read-only, without capabilities, and with limits', () => {
  for (const service of Object.values(services)) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], pids_limit: 200 });
    expect(service.mem_limit).toBeDefined();
    expect(service.cap_add ?? ['NET_BIND_SERVICE']).toEqual(['NET_BIND_SERVICE']);
  }
});

it('lets the health check of PgBouncer write no log', () => {
  expect(services.pgbouncer.healthcheck.test).toContain('--username=spareswipe_api');
  for (const kind of ['connections', 'disconnections', 'stats'])
    expect(read('pgbouncer.ini')).toMatch(new RegExp(`^log_${kind} = 0$`, 'm'));
});

it('names the service in each line of a log', () => {
  for (const { logging } of Object.values(services))
    expect(logging.options.tag).toBe('{{index .ContainerLabels "com.docker.compose.service"}}');
});
