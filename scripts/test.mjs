import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './start/settings.mjs';
import { report, RESULTS, suiteOf } from './test/report.mjs';

/**
 * `pnpm test` and `pnpm test:full`: runs the suites with turbo, and ends with one table of them all. Other arguments are
 * turbo's: `--force` repeats what turbo remembers, `--affected` runs what a change affects, `--filter=@spareswipe/api` one suite.
 */

/** Two suites at a time, since each waits a lot (for a mail, a browser, a process), and no more: a starved test is a slow one. */
const RUNS = { test: ['test', 'e2e', '--concurrency=2'], 'test:full': ['test:full', '--concurrency=1'] };
const SUMMARIES = join(ROOT, '.turbo/runs');

const [level, ...options] = process.argv.slice(2);
const startedAt = Date.now();
let isStopped = false;
// turbo receives Ctrl-C too, and ends its tasks
process.on('SIGINT', () => (isStopped = true));

// Results of an earlier run must not count. turbo restores those of the suites that it remembers.
for (const file of globSync(`{apps/*,packages/*,scripts}/${RESULTS}`, { cwd: ROOT })) rmSync(join(ROOT, file));

rmSync(SUMMARIES, { recursive: true, force: true });
const exitCode = await turbo([...RUNS[level], ...options]);
if (isStopped) process.exit(exitCode || 1);
const suites = globSync(`${SUMMARIES}/*.json`).flatMap(suitesIn);
console.log(report(suites, Date.now() - startedAt));
process.exitCode = exitCode || (suites.some(({ failures }) => failures.length) ? 1 : 0);

async function turbo(args) {
  const program = join(ROOT, 'node_modules/turbo/bin/turbo');
  const always = ['--continue=dependencies-successful', '--summarize', '--output-logs=new-only'];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  const child = spawn(process.execPath, [program, 'run', ...args, ...always], { cwd: ROOT, env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** The suites that ran, and builds that failed. */
function suitesIn(summary) {
  const { tasks } = JSON.parse(readFileSync(summary, 'utf8'));
  return tasks
    .filter(({ task, execution }) => execution && (RUNS[level].includes(task) || execution.exitCode !== 0))
    .map((run) => suiteOf(run, RUNS[level].includes(run.task) ? resultsIn(run.directory) : undefined));
}

function resultsIn(directory) {
  try {
    return JSON.parse(readFileSync(join(ROOT, directory, RESULTS), 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined; // the suite ended before its results
  }
}
