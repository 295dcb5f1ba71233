import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A lock that stays empty longer than this does not belong to a server that is starting. */
const STARTING_WITHIN_MS = 500;

/** The contents of `postmaster.pid`, which a server writes into its data directory. */
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

/** Whether a process with this id runs, as any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The id may belong to another program since the server died, especially in a container. */
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

/** Finds the live server of a data directory. Changes nothing: a server that is starting may have written half of its lock. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(cluster);
  return postmaster && (await isLive(postmaster)) ? postmaster : undefined;
}

/**
 * Removes the lock of a dead server; call it before starting the server. PostgreSQL itself refuses to start when another
 * program has the process id by now, or when the machine stopped before the id was written.
 */
export async function removeStaleLock(cluster: string): Promise<void> {
  let postmaster = await readPostmaster(cluster);
  if (postmaster && !postmaster.pid) {
    await wait(STARTING_WITHIN_MS);
    postmaster = await readPostmaster(cluster);
  }
  if (postmaster && !(await isLive(postmaster))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}
