import { run } from 'jest';

/**
 * `pnpm test`. What loads the machine for a minute, or has a time to keep, runs after the rest and alone: each would
 * spoil the other's figures. Options go to both runs; with a path or a name among them there is one run, of just that.
 */
const options = process.argv.slice(2);
const ALONE = ['test/load', 'test/faults/kill', 'test/faults/smtp'];

if (options.some((option) => !option.startsWith('-'))) await run(options);
else {
  await run([...options, '--testPathIgnorePatterns', ...ALONE]);
  await run([...options, '--maxWorkers=1', ...ALONE]);
}
