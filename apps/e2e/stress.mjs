import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** `pnpm stress NAME`: runs the tests of a file, or whose title matches, 20 times while all processors are busy. */
const [name = '', ...options] = process.argv.slice(2);
const isFile = readdirSync(new URL('tests', import.meta.url)).some((file) => file.includes(name));
const chosen = [
  isFile ? name : `--grep=${name}`,
  ...(process.env.TEST_LEVEL === 'full' ? [] : ['--grep-invert=@full']),
];

// threads end with this process, whatever ends it
for (let core = 0; core < availableParallelism(); core++) new Worker('for (;;);', { eval: true });
const run = spawn('playwright', ['test', ...chosen, '--repeat-each=20', '--reporter=dot', ...options], {
  stdio: 'inherit',
});
run.on('exit', (code) => process.exit(code ?? 1));
