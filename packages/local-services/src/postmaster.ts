import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A lock that stays empty so long is not that of a server that is just starting. */
const STARTING_WITHIN_MS = 500;

/** What a server writes into `postmaster.pid` of its data directory. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7] === 'ready' };
}

/** Whether a process of this number runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The number may have gone to another program since the server died, above all in a container. */
async function isPostgres(pid: number): Promise<boolean> {
  try {
    const name =
      process.platform === 'linux'
        ? await readFile(`/proc/${pid}/comm`, 'utf8')
        : (await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)])).stdout;
    return name.includes('postgres');
  } catch {
    return isAlive(pid);
  }
}

async function isLive({ pid }: Postmaster): Promise<boolean> {
  return pid > 0 && isAlive(pid) && (await isPostgres(pid));
}

/** The live server of a data directory. Only looks: a server that is just starting has written half of its lock. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(cluster);
  return postmaster && (await isLive(postmaster)) ? postmaster : undefined;
}

/**
 * Removes the lock that a dead server left behind; PostgreSQL itself would refuse to start if the number went to another
 * program, or if the machine stopped before the number was written. For whoever is about to start the server.
 */
export async function removeStaleLock(cluster: string): Promise<void> {
  let postmaster = await readPostmaster(cluster);
  if (postmaster && !postmaster.pid) {
    await wait(STARTING_WITHIN_MS);
    postmaster = await readPostmaster(cluster);
  }
  if (postmaster && !(await isLive(postmaster))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}
