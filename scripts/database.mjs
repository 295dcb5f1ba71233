import { join } from 'node:path';
import { build, forkProgram, stopChild } from './start/children.mjs';
import { readSettings, ROOT } from './start/settings.mjs';
import { printFailure, UserFacingError } from './start/terminal.mjs';

/**
 * `pnpm db:migrate` and similar: runs one of the API's database commands on DATABASE_URL, else on the embedded database
 * of a running `pnpm start`, else on that database, which it starts and stops.
 */
const COMMANDS = ['audit', 'generate', 'migrate', 'operator', 'reset', 'seed'];

async function findDatabase({ databaseUrl, production, dataDir }) {
  if (databaseUrl || production) return { url: databaseUrl, stop: async () => undefined };
  const { findRunningPostgres, startPostgres } = await import('@spareswipe/local-services');
  const running = await findRunningPostgres(dataDir);
  if (running) return { url: running.url, stop: async () => undefined };
  return startPostgres({ dataDir });
}

async function main([command, ...args]) {
  if (!COMMANDS.includes(command)) throw new UserFacingError(`Say which: ${COMMANDS.join(', ')}.`);
  const settings = readSettings({ dev: false });
  await build(['@spareswipe/api'], (child) => process.once('SIGINT', () => void stopChild(child)));
  const file = join(ROOT, `apps/api/dist/operations/commands/${command}.js`);
  const database = await findDatabase(settings);
  try {
    const env = { DATA_DIR: settings.dataDir, ...(database.url && { DATABASE_URL: database.url }) };
    const child = forkProgram(file, { args, env, cwd: join(ROOT, 'apps/api') });
    process.once('SIGINT', () => void stopChild(child));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    process.exitCode = code ?? 1;
  } finally {
    await database.stop();
  }
}

main(process.argv.slice(2)).catch(printFailure);
