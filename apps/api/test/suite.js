import { run } from 'jest';

/**
 * `pnpm test`. The tests that kill a server, or hold one time against another, run after the rest and alone: a minute of
 * three busy processes beside them made them fail. Options go to both runs; with a path or a name among them there is one
 * run, of just that.
 */
const options = process.argv.slice(2);
const ALONE = ['test/system/faults/kill', 'test/system/faults/smtp'];

if (options.some((option) => !option.startsWith('-'))) await run(options);
else {
  // This process lives on for the second run; Jest would take that for something left open.
  await run([...options, '--openHandlesTimeout=0', '--testPathIgnorePatterns', ...ALONE]);
  await run([...options, '--maxWorkers=1', ...ALONE]);
}
