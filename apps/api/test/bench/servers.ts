import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@spareswipe/local-services';
import { JWT_SECRET } from './campus.js';

const PROGRAMS = {
  api: { file: fileURLToPath(new URL('../../dist/main.js', import.meta.url)), args: [] },
  equipped: { file: fileURLToPath(new URL('./main.js', import.meta.url)), args: ['bare', 'equipped'] },
  naked: { file: fileURLToPath(new URL('./main.js', import.meta.url)), args: ['bare', 'naked'] },
};
/** Of the kernel's clock for processes, the same on every Linux. */
const TICK_MS = 10;

/** Starts the built API or a bare server; resolves when it is ready, with how long that took. */
export async function startServer(program: keyof typeof PROGRAMS, databaseUrl: string, file = PROGRAMS[program].file) {
  const port = await findFreePort();
  const { args } = PROGRAMS[program];
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_ORIGIN: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    JWT_SECRET,
    STARTING_MEALS_KEY: 'a key for measuring, long enough to be taken for one',
    SMTP_URL: 'smtp://127.0.0.1:9', // nobody there: mails wait
    MAIL_FROM: 'SpareSwipe <hello@example.edu>',
    SIGNUP_CREDITS: '2',
    LOG_LEVEL: 'info',
  };
  const started = performance.now();
  const child = fork(file, args, { env, execArgv: ['--no-warnings'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended`);
    await pause(5);
  }
  return {
    url,
    readyMs: performance.now() - started,
    memoryMb: () => residentMb(child),
    processorMs: () => processorMs(child),
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const isReady = (url: string) =>
  fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** NaN where the system has no /proc. */
function residentMb({ pid }: ChildProcess): number {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kb) / 1024;
  } catch {
    return NaN;
  }
}

/** Processor time of all threads since the start, in user and system mode. NaN where the system has no /proc. */
function processorMs({ pid }: ChildProcess): number {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(afterName[11]) + Number(afterName[12])) * TICK_MS;
  } catch {
    return NaN;
  }
}
