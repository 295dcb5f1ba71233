import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const read = (file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const [, pinned] = /^ {2}node: (\d.+)$/m.exec(read('pnpm-workspace.yaml'));

it("scripts run on the pinned Node, not on the machine's", () => {
  expect(process.version).toBe(`v${pinned}`);
});

it.each(['docker/api.Dockerfile', 'docker/web.Dockerfile'])('%s builds and runs with the same Node', (file) => {
  const versions = [...read(file).matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version);
  expect(new Set(versions)).toEqual(new Set([pinned]));
});

it('.nvmrc names the same Node', () => {
  expect(read('.nvmrc').trim()).toBe(pinned);
});

it('pnpm checks the engines of packages against the same Node', () => {
  expect(read('pnpm-workspace.yaml')).toContain(`\nnodeVersion: ${pinned}\n`);
});
