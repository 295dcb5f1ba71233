import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const AUDIT = join(import.meta.dirname, 'audit-dependencies.mjs');
/** With a registry that does not respond. */
const audit = (...args) => {
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };
  return spawnSync(process.execPath, [AUDIT, ...args], { env, encoding: 'utf8' });
};

it('fails when the registry returns nothing, because then nothing was checked', () => {
  expect(audit()).toMatchObject({ status: 1, stdout: expect.stringContaining('were not audited') });
  expect(audit('--if-available').status).toBe(0);
}, 60_000);
