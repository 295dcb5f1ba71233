import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './start/children.mjs';
import { printFailure, UserFacingError } from './start/terminal.mjs';

/**
 * `pnpm drill NAME`: sets up a system, breaks it, and measures how it recovers. Prints the figures, and
 * exits with 1 if a promise of docs/operating.md is not kept. Everything runs on this machine and is removed afterwards.
 */
const FOLDER = join(import.meta.dirname, 'drills');
const drills = readdirSync(FOLDER).flatMap((file) =>
  file.endsWith('.drill.mjs') ? [file.replace('.drill.mjs', '')] : [],
);

async function main([name]) {
  if (!drills.includes(name)) throw new UserFacingError(`Say which: ${drills.join(', ')}.`);
  await build(['@spareswipe/api', '@spareswipe/local-services'], () => undefined);
  const { run } = await import(join(FOLDER, `${name}.drill.mjs`));
  const { system } = await import(join(FOLDER, 'system.mjs'));
  const drilled = system();
  try {
    const { figures, promises } = await run(drilled);
    console.table(figures);
    // each drill audits the ledger, and fails at once if it is not
    for (const [promise, isKept] of Object.entries({ ...promises, 'the ledger is whole': true })) {
      console.log(`${isKept ? 'kept  ' : 'BROKEN'}  ${promise}`);
      if (!isKept) process.exitCode = 1;
    }
  } finally {
    await drilled.stop();
  }
}

main(process.argv.slice(2)).catch(printFailure);
