import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Adds up the results in a log: Jest's "Tests:" lines and Playwright's last lines. */
const totals = { passed: 0, failed: 0, flaky: 0, skipped: 0 };
const names = { passed: 'passed', flaky: 'flaky', failed: 'failed', skipped: 'skipped', todo: 'skipped' };

for (const line of stripVTControlCharacters(readFileSync(process.argv[2], 'utf8')).split('\n')) {
  // turbo prefixes each line with "package:task: "
  const text = line.replace(/^\S+:(test|e2e): ?/, '');
  const jest = /^Tests:\s+(.*)$/.exec(text)?.[1];
  const playwright = /^\s{2}(\d+ (?:passed|failed|flaky|skipped))(?: \([\d.]+\w+\))?$/.exec(text)?.[1];
  // no test of such a file was counted
  if (text.includes('● Test suite failed to run')) totals.failed++;
  for (const [, count, word] of (jest ?? playwright ?? '').matchAll(/(\d+) (passed|failed|flaky|skipped|todo)/g))
    totals[names[word]] += Number(count);
}

// a flaky test failed once and passed when repeated
const rest = ['flaky', 'skipped'].map((name) => (totals[name] ? `, ${totals[name]} ${name}` : '')).join('');
console.log(`${totals.passed} passed, ${totals.failed} failed${rest}`);
process.exitCode = totals.passed > 0 && totals.failed === 0 ? 0 : 1;
