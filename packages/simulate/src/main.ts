import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { full, quick, runAll } from './experiments.js';
import { markdown } from './report.js';

/** `pnpm simulate [--quick] [--out folder]`: progress in the terminal, then a Markdown file in `docs`. */
const { values } = parseArgs({ options: { quick: { type: 'boolean' }, out: { type: 'string', default: 'docs' } } });

const results = runAll(values.quick ? quick : full, (done, of, what) => {
  const line = `${String(Math.round((100 * done) / of)).padStart(3)} %  ${what}`;
  process.stdout.write(process.stdout.isTTY ? `\r${line.padEnd(60)}` : `${line}\n`);
});
const file = join(values.out, 'simulation.md');
mkdirSync(values.out, { recursive: true });
writeFileSync(file, markdown(results));
process.stdout.write(`\n${results.seconds.toFixed(0)} s. Read ${file}\n`);
