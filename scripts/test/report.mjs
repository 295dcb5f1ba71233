import { join, relative } from 'node:path';
import { ROOT } from '../start/settings.mjs';

/** Where a suite writes its results, in the format of Jest or Playwright. */
export const RESULTS = 'node_modules/test-results.json';

/**
 * What is reported about a task: a suite, or a build that failed.
 * @param run the task in turbo's summary
 * @param results of Jest or Playwright; undefined if there are none
 */
export function suiteOf({ package: name, task, directory, cache, execution }, results) {
  const tests = results?.testResults ? jestTests(results) : results ? playwrightTests(results) : [];
  const command = `pnpm --filter ${name} ${task}`;
  const failures = tests
    .filter(({ status }) => status === 'failed')
    .map(({ file, title }) => {
      const path = relative(join(ROOT, directory), file);
      const only = title && ` -${results.testResults ? 't' : 'g'} "${patternOf(title)}"`;
      return { title: title || 'the whole file', file: `${directory}/${path}`, repeat: `${command} ${path}${only}` };
    });
  // it did not start, or failed after its last test
  if (failures.length === 0 && (execution.exitCode !== 0 || tests.length === 0))
    failures.push({ title: `${task} of ${name}`, file: directory, repeat: command });
  return {
    name: name.replace('@spareswipe/', ''),
    time: cache.status === 'HIT' ? 'cached' : seconds(execution.endTime - execution.startTime),
    tests,
    failures,
  };
}

const JEST = { passed: 'passed', failed: 'failed' };

function jestTests({ testResults }) {
  return testResults.flatMap(({ name: file, status, assertionResults }) => {
    const tests = assertionResults.map((test) => ({
      file,
      title: test.fullName,
      ms: test.duration ?? 0,
      status: JEST[test.status] ?? 'skipped',
    }));
    // a file that could not be loaded, or whose last hook failed
    if (status === 'failed' && !tests.some((test) => test.status === 'failed'))
      tests.push({ file, title: '', ms: 0, status: 'failed' });
    return tests;
  });
}

const PLAYWRIGHT = { expected: 'passed', skipped: 'skipped' };

function playwrightTests({ config, suites }) {
  const testsIn = (suite, titles) => [
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests.map(({ status, results }) => ({
        file: join(config.rootDir, file),
        title: [...titles, title].join(' '),
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        status: PLAYWRIGHT[status] ?? 'failed',
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => testsIn(inner, [...titles, inner.title])),
  ];
  return suites.flatMap((file) => testsIn(file, []));
}

/** A pattern that finds this title: a dot matches each character that a shell or a pattern would not take literally. */
const patternOf = (title) => title.replaceAll(/[.*+?^${}()|[\]\\"'`!]/g, '.');

/** The table of all suites, what failed and how to repeat it, and the total as the last line. */
export function report(suites, ms) {
  const tests = suites.flatMap((suite) => suite.tests.map((test) => ({ ...test, suite: suite.name })));
  const failures = suites.flatMap((suite) => suite.failures);
  const count = (status) => tests.filter((test) => test.status === status).length;
  const row = (name, amount, time) => name.padEnd(16) + amount.padStart(8) + time.padStart(10);
  const totals = [
    `${numeral(count('passed'))} passed`,
    `${numeral(failures.length)} failed`,
    ...(count('skipped') ? [`${numeral(count('skipped'))} skipped`] : []),
  ];
  return [
    '',
    row('suite', 'tests', 'seconds'),
    ...suites.map((suite) => row(suite.name, numeral(suite.tests.length), suite.time)),
    '',
    'slowest tests',
    ...tests
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 5)
      .map((test) => `${seconds(test.ms).padStart(7)} s  ${test.suite}: ${test.title}`),
    ...failures.flatMap(({ title, file, repeat }) => ['', `failed: ${title}`, `  ${file}`, `  ${repeat}`]),
    '',
    `${totals.join(', ')} in ${duration(ms)}`,
  ].join('\n');
}

const numeral = (amount) => amount.toLocaleString('en-US');
const seconds = (ms) => (ms / 1000).toFixed(1);

function duration(ms) {
  const whole = Math.round(ms / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
