import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from './settings.mjs';
import { say, Sentence } from './terminal.mjs';

const STOP_WITHIN_MS = 10_000;
const RESTARTS_PER_MINUTE = 8;
const END_WITH_PARENT = join(import.meta.dirname, 'end-with-parent.mjs');

const isRunning = (child) => child.exitCode === null && child.signalCode === null;
const fate = ({ signalCode, exitCode }) => signalCode ?? `exit code ${exitCode}`;

/** Ends a child: asks first, then insists. */
export async function stopChild(child) {
  if (!isRunning(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(insist);
}

/** Starts a Node program that ends with this process, in a process group of its own: Ctrl-C is ours to handle. */
export function forkProgram(file, { args = [], env = {}, cwd = ROOT, output = 'inherit' } = {}) {
  return fork(file, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    execArgv: ['--import', END_WITH_PARENT],
    stdio: ['ignore', output, output, 'ipc'],
  });
}

/** Runs a program to its end, quietly; when it fails, its output is shown and the sentence said. */
export async function runToEnd(child, sentence) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code === 0) return output;
  process.stderr.write(output);
  throw new Sentence(sentence);
}

/** Builds through turbo, which skips what is built already; says which package it is at. */
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
 * Keeps a server running: `launch` is called again whenever the process ends by itself. The first start must succeed;
 * after that the server is given up only when it dies again and again.
 */
export async function keepRunning(name, { launch, isReady, giveUp, onStop }) {
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
    throw new Sentence(`The ${name} ended before it was ready (${fate(child)}), see above.`);
  watch();

  function watch() {
    if (!isRunning(child)) void restart();
    else child.once('exit', () => void restart());
  }

  async function restart() {
    if (stopping) return;
    const now = Date.now();
    deaths = [...deaths.filter((death) => now - death < 60_000), now];
    if (deaths.length > RESTARTS_PER_MINUTE) return giveUp(`The ${name} keeps ending (${fate(child)}), see above.`);
    say(`The ${name} ended (${fate(child)}); starting it again`);
    await wait(Math.min(100 * 2 ** (deaths.length - 1), 3_000));
    if (stopping) return;
    child = launch();
    watch();
    if (await untilReady()) say(`The ${name} is back`);
  }

  return {
    /** Ends the process so that a new one starts, as after a change of its code. */
    async renew() {
      deaths = [];
      await stopChild(child);
    },
  };
}
