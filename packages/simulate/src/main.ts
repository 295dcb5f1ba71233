import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { full, quick, runAll } from './experiments.js';
import { htmlPage, markdown } from './report.js';

/** `pnpm simulate [--quick] [--out folder]`: progress in the terminal, then a page and a Markdown file in `docs`. */
const { values } = parseArgs({ options: { quick: { type: 'boolean' }, out: { type: 'string', default: 'docs' } } });

const results = runAll(values.quick ? quick : full, (done, of, what) => {
  const line = `${String(Math.round((100 * done) / of)).padStart(3)} %  ${what}`;
  process.stdout.write(process.stdout.isTTY ? `\r${line.padEnd(60)}` : `${line}\n`);
});
mkdirSync(join(values.out, 'simulation'), { recursive: true });
writeFileSync(join(values.out, 'simulation', 'index.html'), htmlPage(results));
writeFileSync(join(values.out, 'simulation.md'), markdown(results));
process.stdout.write(`\n${results.seconds.toFixed(0)} s. Open ${join(values.out, 'simulation', 'index.html')}\n`);
