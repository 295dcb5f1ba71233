import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort, findRunningPostgres, isPortFree } from '@spareswipe/local-services';

const ROOT = join(import.meta.dirname, '..');
const SET_BY_TESTS = /^(NODE_ENV|NODE_OPTIONS|JEST_|TEST_|DATABASE_URL|SMTP_URL|npm_|pnpm_|STRIPE_|PORT$|APP_ORIGIN)/i;

let dataDir;
let ports;
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

/** Runs `pnpm start` in its own process group, as a shell does. */
function typeStart(settings = {}) {
  const child = spawn('pnpm', ['start'], {
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

/** Waits for another process; Jest's time limit ends the wait. */
async function until(holds) {
  while (!(await Promise.resolve(holds()).catch(() => false))) await wait(25);
}

async function untilReady(terminal) {
  await until(async () => terminal.text.includes('Ctrl-C') || terminal.child.exitCode !== null);
  if (!terminal.text.includes('Ctrl-C')) throw new Error(`start ended:\n${terminal.text}`);
}

/** Signals the whole process group, as Ctrl-C does. */
async function pressCtrlC(terminal) {
  process.kill(-terminal.child.pid, 'SIGINT');
  await terminal.ended;
}

/** The programs that run for this data folder: each has it in its environment or its arguments. */
function programs() {
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

async function everythingIsGone() {
  const free = await Promise.all(Object.values(ports).map((port) => isPortFree(Number(port))));
  const left = existsSync('/proc/self/environ') ? programs() : [];
  return left.length === 0 && free.every(Boolean) && !(await findRunningPostgres(dataDir));
}

const app = (path) => `http://localhost:${ports.app}${path}`;
const isReady = async () => (await fetch(app('/api/health/ready'))).ok;

/** The first demo log-in that `start` printed. */
const logInOf = ({ text }) => /Log in as (\S+), password (\S+)/.exec(text);

function logIn(email, password) {
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

describe('a first start', () => {
  it('starts everything, survives a crash of every part, and leaves nothing behind on Ctrl-C', async () => {
    const terminal = typeStart();
    await untilReady(terminal);

    expect(terminal.text).toContain(`http://localhost:${ports.app}`);
    expect(terminal.text).toContain(`http://localhost:${ports.inbox}`);
    expect(await (await fetch(app('/'))).text()).toContain('<title>');
    expect((await fetch(`http://localhost:${ports.inbox}/email`)).status).toBe(200);

    const [, email, password] = logInOf(terminal);
    expect((await logIn(email, password)).status).toBe(200);

    process.kill((await findRunningPostgres(dataDir)).pid, 'SIGKILL');
    await until(() => terminal.text.includes('PostgreSQL is back'));
    await until(isReady);
    expect((await logIn(email, password)).status).toBe(200);

    const [api] = programs().filter(({ command }) => command.includes('dist/main.js'));
    process.kill(api.pid, 'SIGKILL');
    await until(() => terminal.text.includes('The API is back'));
    expect((await logIn(email, password)).status).toBe(200);

    await pressCtrlC(terminal);
    await until(everythingIsGone);
  });
});

describe('a second start', () => {
  it('keeps the data, refuses a concurrent start, and ends everything when start is killed', async () => {
    const terminal = typeStart();
    await untilReady(terminal);
    const [, email, password] = logInOf(terminal);
    expect((await logIn(email, password)).status).toBe(200);

    const other = typeStart({ PORT: String(await findFreePort()), SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(await other.ended).toEqual([1, null]);
    expect(other.text).toMatch(/is in use by another start \(PostgreSQL process \d+\); stop that one, or set DATA_DIR/);

    const [start] = programs().filter(
      ({ command }) => command.includes('node scripts/start.mjs') && !/^sh /.test(command),
    );
    process.kill(start.pid, 'SIGKILL');
    await terminal.ended;
    await until(everythingIsGone);
  });

  it('ends when only the package manager above it is killed', async () => {
    const terminal = typeStart();
    await untilReady(terminal);
    terminal.child.kill('SIGKILL');
    await terminal.ended;
    await until(everythingIsGone);
  });
});

describe('start ends with a one-sentence message for', () => {
  async function refusal(settings) {
    const terminal = typeStart(settings);
    const [code] = await terminal.ended;
    expect(code).toBe(1);
    expect(terminal.text).not.toMatch(/\n\s+at /);
    return terminal.text;
  }

  it.each([
    ['PORT', 'app'],
    ['INBOX_PORT', 'inbox'],
    ['INBOX_SMTP_PORT', 'smtp'],
  ])('a taken %s', async (name, which) => {
    const other = createServer().listen(Number(ports[which]));
    await once(other, 'listening');
    expect(await refusal()).toContain(
      `Port ${ports[which]} is taken by another program; stop that one, or set ${name} to another port.`,
    );
    other.close();
  });

  it('a wrong setting, with its name but not its value', async () => {
    const text = await refusal({ SIGNUP_CREDITS: 'seventeen', APP_ORIGIN: 'not-an-address' });
    expect(text).toContain('SIGNUP_CREDITS must be a whole number');
    expect(text).toContain('APP_ORIGIN must be an origin');
    expect(text).not.toMatch(/seventeen|not-an-address/);
  });

  it('a database that does not respond, without its password', async () => {
    const text = await refusal({ DATABASE_URL: `postgres://u:secret-word@127.0.0.1:${await findFreePort()}/x` });
    expect(text).toMatch(/PostgreSQL does not answer/);
    expect(text).not.toContain('secret-word');
  });

  it('every setting that is missing in production', async () => {
    const text = await refusal({ NODE_ENV: 'production' });
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'APP_ORIGIN', 'JWT_SECRET'])
      expect(text).toContain(`${name} is not set`);
  });
});
