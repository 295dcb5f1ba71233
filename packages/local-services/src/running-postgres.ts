import { resolve } from 'node:path';
import { clusterPath, readPassword } from './cluster.js';
import { findPostmaster } from './postmaster.js';

export function postgresUrl({ port, password, database }: { port: number; password: string; database: string }) {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** The embedded server that currently runs on this data folder, if any. */
export async function findRunningPostgres(dataDir: string): Promise<{ pid: number; url: string } | undefined> {
  const cluster = clusterPath(resolve(dataDir));
  const postmaster = await findPostmaster(cluster);
  if (!postmaster) return undefined;
  const { pid, port } = postmaster;
  return { pid, url: postgresUrl({ port, password: await readPassword(cluster), database: 'spareswipe' }) };
}
