import { pathToFileURL } from 'node:url';

/** Runs `main` if the module at `url` was started from the command line. On failure prints one line and exits with 1. */
export async function runAsCommand(url: string, main: () => Promise<void>): Promise<void> {
  if (url !== pathToFileURL(process.argv[1] ?? '').href) return;
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
