import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

/** The live server of a data directory. A lock left behind by a dead one is removed. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(cluster);
  if (!postmaster) return undefined;
  if (postmaster.pid > 0 && isAlive(postmaster.pid) && (await isPostgres(postmaster.pid))) return postmaster;
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}
