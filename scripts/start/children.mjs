import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from './settings.mjs';
import { say, UserFacingError } from './terminal.mjs';

const STOP_WITHIN_MS = 10_000;
const RESTARTS_PER_MINUTE = 8;
const END_WITH_PARENT = join(import.meta.dirname, 'end-with-parent.mjs');

const isRunning = (child) => child.exitCode === null && child.signalCode === null;
const fate = ({ signalCode, exitCode }) => signalCode ?? `exit code ${exitCode}`;

/** Ends a child with SIGTERM, then with SIGKILL if it does not end in time. */
export async function stopChild(child) {
  if (!isRunning(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(kill);
}

/** Starts a Node program that ends with this process. It has its own process group, so that only we receive Ctrl-C. */
export function forkProgram(file, { args = [], env = {}, cwd = ROOT, output = 'inherit' } = {}) {
  return fork(file, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    execArgv: ['--import', END_WITH_PARENT],
    stdio: ['ignore', output, output, 'ipc'],
  });
}

/** Waits for a program to end, and returns its output. If it fails, prints the output and throws `failure`. */
export async function runToEnd(child, failure) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code === 0) return output;
  process.stderr.write(output);
  throw new UserFacingError(failure);
}

/** Builds with turbo, which skips packages that are up to date; prints each package that it builds. */
export async function build(packages, onStart) {
  const turbo = join(ROOT, 'node_modules/turbo/bin/turbo');
  const args = [turbo, 'run', 'build', '--output-logs=new-only', ...packages.map((name) => `--filter=${name}`)];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart(child);
  child.stdout.on('data', (chunk) => {
    for (const [, name] of String(chunk).matchAll(/^@spareswipe\/([\w-]+):build: cache miss/gm))
      say(`  building ${name}`);
  });
  await runToEnd(child, 'The build failed, see above.');
}

/**
 * Keeps a server running: calls `launch` again whenever the process ends by itself. The first start must succeed; later,
 * `onFailure` is called if the server ends more than 8 times in a minute.
 */
export async function keepRunning(name, { launch, isReady, onFailure, onStop }) {
  let stopping = false;
  let child = launch();
  let deaths = [];

  async function untilReady() {
    while (isRunning(child) && !stopping) {
      if (await isReady().catch(() => false)) return true;
      await wait(50);
    }
    return false;
  }

  onStop(() => {
    stopping = true;
    return stopChild(child);
  });
  if (!(await untilReady()) && !stopping)
    throw new UserFacingError(`The ${name} ended before it was ready (${fate(child)}), see above.`);
  watch();

  function watch() {
    if (!isRunning(child)) void restart();
    else child.once('exit', () => void restart());
  }

  async function restart() {
    if (stopping) return;
    const now = Date.now();
    deaths = [...deaths.filter((death) => now - death < 60_000), now];
    if (deaths.length > RESTARTS_PER_MINUTE)
      return onFailure(new UserFacingError(`The ${name} keeps ending (${fate(child)}), see above.`));
    say(`The ${name} ended (${fate(child)}); starting it again`);
    await wait(Math.min(100 * 2 ** (deaths.length - 1), 3_000));
    if (stopping) return;
    child = launch();
    watch();
    if (await untilReady()) say(`The ${name} is back`);
  }

  return {
    /** Ends the process so that a new one starts with changed code. */
    async restart() {
      deaths = [];
      await stopChild(child);
    },
  };
}
