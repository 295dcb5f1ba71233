import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { LocalServiceError } from './local-service-error.js';

const run = promisify(execFile);

/** The user that PostgreSQL's programs run as, and how to start them as that user. */
export interface ServerAccount {
  /** Set only when this process is root, which PostgreSQL refuses to run as. */
  ids?: { uid: number; gid: number };
  /** The program and arguments to spawn, with `ids` where they are set. */
  command(program: string, args: string[]): { file: string; args: string[]; ids: { uid?: number; gid?: number } };
}

async function idsOf(user: string) {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function postgresUser() {
  const existing = await idsOf('postgres');
  if (existing) return existing;
  // Two test runs may get here at once; then one of them fails to add the user, but finds it below.
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => undefined);
  const created = (await idsOf('postgres')) ?? (await idsOf('nobody'));
  if (created) return created;
  throw new LocalServiceError(
    'PostgreSQL does not run as root, and no user "postgres" could be made; run as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether any user may enter every folder on the way to a path, and read the path itself. */
async function isOpenToOthers(path: string): Promise<boolean> {
  for (let folder = resolve(path), wanted = 0o005; ; wanted = 0o001) {
    const { mode } = await stat(folder);
    if ((mode & wanted) !== wanted) return false;
    if (dirname(folder) === folder) return true;
    folder = dirname(folder);
  }
}

/**
 * Chooses the account for a server: the current user or, as root, the user "postgres", created if missing. That user
 * cannot enter a checkout below a private folder such as /root; there the programs keep one capability, which ignores
 * file permissions.
 */
export async function chooseAccount(paths: string[]): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args, ids: {} }) };

  const ids = await postgresUser();
  const open = await Promise.all(paths.map(isOpenToOthers));
  if (open.every(Boolean)) return { ids, command: (file, args) => ({ file, args, ids }) };

  const setpriv = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups'];
  // PostgreSQL checks its files with access(2), which respects capabilities only with no_setuid_fixup.
  const capability = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  await run('setpriv', [...setpriv, ...capability, '--', 'true']).catch(() => {
    throw new LocalServiceError(
      'PostgreSQL does not run as root, and this folder is closed to the user "postgres"; move it to where others may enter, run as an ordinary user, or set DATABASE_URL.',
    );
  });
  return {
    ids,
    command: (program, args) => ({
      file: 'setpriv',
      args: [...setpriv, ...capability, '--', program, ...args],
      ids: {},
    }),
  };
}
