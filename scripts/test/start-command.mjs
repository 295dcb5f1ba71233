import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { findFreePort, findRunningPostgres, isPortFree } from '@spareswipe/local-services';
import { ROOT } from '../start/settings.mjs';

/** `pnpm start` for tests, as somebody types it, with a data folder and ports of the test file. */

const SET_BY_TESTS = /^(NODE_ENV|NODE_OPTIONS|JEST_|TEST_|DATABASE_URL|SMTP_URL|npm_|pnpm_|STRIPE_|PORT$|APP_ORIGIN)/i;

export let dataDir;
export let ports;
const running = [];

/** The environment of a user's shell, without the variables of this test run. */
function shellEnvironment(settings) {
  const inherited = Object.entries(process.env).filter(([name]) => !SET_BY_TESTS.test(name));
  return {
    ...Object.fromEntries(inherited),
    PORT: ports.app,
    INBOX_PORT: ports.inbox,
    INBOX_SMTP_PORT: ports.smtp,
    DATA_DIR: dataDir,
    ...settings,
  };
}

/** Runs a script of the workspace in its own process group, as a shell does. */
export function typeCommand(args, settings = {}) {
  const child = spawn('pnpm', args, {
    cwd: ROOT,
    env: shellEnvironment(settings),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const terminal = { child, text: '', ended: once(child, 'close') };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (terminal.text += chunk));
  running.push(terminal);
  return terminal;
}

export const typeStart = (settings) => typeCommand(['start'], settings);

/** Runs `pnpm start` to its end, and returns the message with which it refuses to start. */
export async function refusal(settings) {
  const terminal = typeStart(settings);
  const [code] = await terminal.ended;
  expect(code).toBe(1);
  expect(terminal.text).not.toMatch(/\n\s+at /);
  return terminal.text;
}

/** Waits for another process; Jest's time limit ends the wait. */
export async function until(holds) {
  while (!(await Promise.resolve(holds()).catch(() => false))) await wait(25);
}

export async function untilReady(terminal) {
  await until(async () => terminal.text.includes('Ctrl-C') || terminal.child.exitCode !== null);
  if (!terminal.text.includes('Ctrl-C')) throw new Error(`start ended:\n${terminal.text}`);
}

/** Signals the whole process group, as Ctrl-C does. */
export async function pressCtrlC(terminal) {
  process.kill(-terminal.child.pid, 'SIGINT');
  await terminal.ended;
}

/** The programs that run for this data folder: each has it in its environment or its arguments. */
export function programs() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      return `${command}${environment}`.includes(dataDir) ? [{ pid: Number(pid), command }] : [];
    } catch {
      return [];
    }
  });
}

export async function everythingIsGone() {
  const free = await Promise.all(Object.values(ports).map((port) => isPortFree(Number(port))));
  const left = existsSync('/proc/self/environ') ? programs() : [];
  return left.length === 0 && free.every(Boolean) && !(await findRunningPostgres(dataDir));
}

export const app = (path) => `http://localhost:${ports.app}${path}`;
export const isReady = async () => (await fetch(app('/api/health/ready'))).ok;

/** The first demo log-in that `start` printed. */
export const logInOf = ({ text }) => /Log in as (\S+), password (\S+)/.exec(text);

export function logIn(email, password) {
  const body = JSON.stringify({ email, password });
  return fetch(app('/api/auth/login'), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'spareswipe-start-'));
  ports = {
    app: String(await findFreePort()),
    inbox: String(await findFreePort()),
    smtp: String(await findFreePort()),
  };
});

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
  await until(everythingIsGone);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
