import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../support/test.js';

const SMOKE = fileURLToPath(new URL('../../../scripts/smoke.mjs', import.meta.url));

test('the smoke test for containers finds the main job working', { tag: '@full' }, async () => {
  const { E2E_ORIGIN = '', E2E_INBOX = '' } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [SMOKE, '--without-nginx', E2E_ORIGIN, E2E_INBOX]);
  expect(stdout).toContain('ok  one requests a meal, the other fulfills it');
});
