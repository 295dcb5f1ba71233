import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './start/settings.mjs';
import { report, suiteOf } from './test/report.mjs';

const ran = { cache: { status: 'MISS' }, execution: { startTime: 0, endTime: 61_500, exitCode: 1 } };
const api = { ...ran, package: '@spareswipe/api', task: 'test', directory: 'apps/api' };
const e2e = { ...ran, package: '@spareswipe/e2e', task: 'e2e', directory: 'apps/e2e' };

const jest = (...assertionResults) => ({
  testResults: [{ name: join(ROOT, 'apps/api/src/refunds.test.ts'), status: 'failed', assertionResults }],
});
const playwright = (...specs) => ({
  config: { rootDir: join(ROOT, 'apps/e2e/tests') },
  suites: [{ title: 'back.e2e.ts', specs: [], suites: [{ title: 'Back', specs }] }],
});
const closed = {
  file: 'back.e2e.ts',
  title: 'closes a form',
  tests: [{ status: 'unexpected', results: [{ duration: 9 }] }],
};

describe('the report of a failure ends with the command that repeats it', () => {
  it.each([
    [
      'a test of Jest, whatever its title holds',
      suiteOf(api, jest({ fullName: `a "refund" (it's $5)`, status: 'failed', duration: 12 })),
      'pnpm --filter @spareswipe/api test src/refunds.test.ts -t "a .refund. .it.s .5."',
    ],
    [
      'a test of Playwright',
      suiteOf(e2e, playwright(closed)),
      'pnpm --filter @spareswipe/e2e e2e tests/back.e2e.ts -g "Back closes a form"',
    ],
    ['a file that does not load', suiteOf(api, jest()), 'pnpm --filter @spareswipe/api test src/refunds.test.ts'],
    ['a suite that wrote no results', suiteOf(api, undefined), 'pnpm --filter @spareswipe/api test'],
    ['a browser that does not start', suiteOf(e2e, { suites: [] }), 'pnpm --filter @spareswipe/e2e e2e'],
    ['a build', suiteOf({ ...api, task: 'build' }, undefined), 'pnpm --filter @spareswipe/api build'],
  ])('%s', (_, suite, command) => {
    const lines = report([suite], 1000).split('\n');
    expect(lines.at(-3).trim()).toBe(command);
    expect(lines.at(-1)).toBe('0 passed, 1 failed in 1 s');
  });
});

it('the last line counts what passed, failed and was skipped in all suites', () => {
  const passing = Array.from({ length: 1200 }, () => ({ fullName: 'refunds', status: 'passed', duration: 3 }));
  const results = jest(...passing, { fullName: 'later', status: 'todo' }, { fullName: 'breaks', status: 'failed' });
  const cached = { ...e2e, cache: { status: 'HIT' }, execution: { exitCode: 0 } };
  const good = { ...closed, tests: [{ status: 'expected', results: [] }] };
  const lines = report([suiteOf(api, results), suiteOf(cached, playwright(good))], 341_000).split('\n');
  expect(lines).toContain('api                1,202      61.5');
  expect(lines).toContain('e2e                    1    cached');
  expect(lines.at(-1)).toBe('1,201 passed, 1 failed, 1 skipped in 5 min 41 s');
});
