import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { LocalServiceError } from './local-service-error.js';
import { findPostmaster, removeStaleLock } from './postmaster.js';
import { hostService } from './service-host.js';

export interface GuardianSettings {
  file: string;
  args: string[];
  ids: { uid?: number; gid?: number };
  cluster: string;
  logFile: string;
  /** Removed when the server has stopped. */
  throwaway?: string;
}

const READY_WITHIN_MS = 60_000;
const RESTART_WITHIN_MS = 60_000;
const FAST_STOP_WITHIN_MS = 10_000;

async function spawnServer({ file, args, ids, cluster, logFile }: GuardianSettings): Promise<ChildProcess> {
  await removeStaleLock(cluster);
  const log = await open(logFile, 'w');
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    // Opened before the server drops root, so that its log can be in a folder that only root may enter.
    return spawn(file, args, { ...ids, cwd: cluster, env, stdio: ['ignore', log.fd, log.fd] });
  } finally {
    await log.close();
  }
}

/** Starts the server and waits until it accepts connections; throws the last error of its log if it exits. */
async function startServer(settings: GuardianSettings): Promise<ChildProcess> {
  const server = await spawnServer(settings);
  const failed = new Promise<never>((_, reject) => server.once('error', reject));
  const exited = once(server, 'exit').then(async () => {
    const log = await readFile(settings.logFile, 'utf8').catch(() => '');
    throw new LocalServiceError(`PostgreSQL did not start: ${lastError(log)} (all of it in ${settings.logFile})`);
  });
  const ready = (async () => {
    for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await wait(25)) {
      const postmaster = await findPostmaster(settings.cluster);
      if (postmaster?.ready && postmaster.pid === server.pid) return;
      if (server.exitCode !== null || server.signalCode !== null) return;
    }
    server.kill('SIGQUIT');
    throw new LocalServiceError(
      `PostgreSQL was not ready within ${READY_WITHIN_MS / 1000} s, see ${settings.logFile}.`,
    );
  })();
  exited.catch(() => undefined);
  await Promise.race([failed, exited, ready]);
  if (server.exitCode !== null || server.signalCode !== null) await exited;
  return server;
}

function lastError(log: string): string {
  const lines = log.trim().split('\n');
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC):\s*/,
    '',
  );
}

hostService<GuardianSettings>(async (settings, notify) => {
  let stopping = false;
  const isWanted = () => !stopping;
  let server = await startServer(settings);
  watch();

  function watch() {
    server.once('exit', () => {
      if (isWanted()) void restart();
    });
  }

  /**
   * Retries, since processes of the dead server may hold its shared memory for a moment. The new server has the same
   * port, so clients can reconnect.
   */
  async function restart() {
    notify('PostgreSQL died and is being started again');
    for (const deadline = Date.now() + RESTART_WITHIN_MS; isWanted(); await wait(200)) {
      try {
        server = await startServer(settings);
        if (!isWanted()) return;
        watch();
        return notify('PostgreSQL is back');
      } catch (error) {
        if (Date.now() < deadline) continue;
        notify(`PostgreSQL could not be started again: ${(error as Error).message}`);
        process.exit(1);
      }
    }
  }

  return async () => {
    stopping = true;
    if (server.exitCode === null && server.signalCode === null) {
      const exited = once(server, 'exit');
      server.kill('SIGINT');
      const slow = setTimeout(() => server.kill('SIGQUIT'), FAST_STOP_WITHIN_MS);
      await exited;
      clearTimeout(slow);
    }
    if (settings.throwaway) await rm(settings.throwaway, { recursive: true, force: true });
  };
});
