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
const GIVEN_TO_TESTS =
  /^(NODE_ENV|NODE_OPTIONS|JEST_|TEST_|DATABASE_URL|SMTP_URL|npm_|pnpm_|STRIPE_|PORT$|APP_ORIGIN)/i;

let dataDir;
let ports;
const running = [];

/** What a person's shell would hand on, and nothing of this test run's own. */
function personsEnvironment(settings) {
  const inherited = Object.entries(process.env).filter(([name]) => !GIVEN_TO_TESTS.test(name));
  return {
    ...Object.fromEntries(inherited),
    PORT: ports.app,
    INBOX_PORT: ports.inbox,
    INBOX_SMTP_PORT: ports.smtp,
    DATA_DIR: dataDir,
    ...settings,
  };
}

/** Types `pnpm start` at a terminal of its own (a process group, as a shell makes one). */
function typeStart(settings = {}) {
  const child = spawn('pnpm', ['start'], {
    cwd: ROOT,
    env: personsEnvironment(settings),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const terminal = { child, text: '', ended: once(child, 'close') };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (terminal.text += chunk));
  running.push(terminal);
  return terminal;
}

/** Waits for something another process does; Jest's time limit ends it. */
async function until(holds) {
  while (!(await Promise.resolve(holds()).catch(() => false))) await wait(25);
}

async function untilReady(terminal) {
  await until(async () => terminal.text.includes('Ctrl-C') || terminal.child.exitCode !== null);
  if (!terminal.text.includes('Ctrl-C')) throw new Error(`start ended:\n${terminal.text}`);
}

/** Ctrl-C goes to the whole group. */
async function pressCtrlC(terminal) {
  process.kill(-terminal.child.pid, 'SIGINT');
  await terminal.ended;
}

/** Programs that run for this data folder: all of them carry it in their environment or their arguments. */
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

/** The first demo log-in of the printed block. */
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
  it('brings up everything, survives a crash of every part, and leaves nothing behind on Ctrl-C', async () => {
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
  it('keeps the data; another one beside it is refused; and all of it ends when start is killed', async () => {
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

describe('what cannot work is one sentence', () => {
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

  it('a wrong setting, by its name and not its value', async () => {
    const text = await refusal({ SIGNUP_CREDITS: 'seventeen', APP_ORIGIN: 'not-an-address' });
    expect(text).toContain('SIGNUP_CREDITS must be a whole number');
    expect(text).toContain('APP_ORIGIN must be an origin');
    expect(text).not.toMatch(/seventeen|not-an-address/);
  });

  it('a database that does not answer, without its password', async () => {
    const text = await refusal({ DATABASE_URL: `postgres://u:secret-word@127.0.0.1:${await findFreePort()}/x` });
    expect(text).toMatch(/PostgreSQL does not answer/);
    expect(text).not.toContain('secret-word');
  });

  it('production without its settings, every missing one', async () => {
    const text = await refusal({ NODE_ENV: 'production' });
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'APP_ORIGIN', 'JWT_SECRET'])
      expect(text).toContain(`${name} is not set`);
  });
});
