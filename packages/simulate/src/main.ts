import { writeFileSync } from 'node:fs';
import { runAll } from './experiments.js';
import { markdown } from './report.js';

/** `pnpm simulate`: writes docs/simulation.md, in half a minute. */
const results = runAll({ small: 2_000, large: 30, guess: 300 }, (what) => console.log(what));
writeFileSync('docs/simulation.md', markdown(results));
