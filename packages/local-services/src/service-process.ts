import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { LocalServiceError } from './local-service-error.js';
import type { FromService, ToService } from './service-host.js';

/**
 * Starts one of this package's services in its own process, and returns what stops it. It also ends when this process ends,
 * even by SIGKILL. It has its own process group, so Ctrl-C reaches this process only.
 */
export async function launchService(
  name: 'inbox-service' | 'postgres-guardian',
  settings: unknown,
  onNotice: (notice: string) => void = () => undefined,
): Promise<() => Promise<void>> {
  // Always the built file: tests run from src, which has no JavaScript.
  const entry = fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
  const child = fork(entry, [], { detached: true, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const ended = once(child, 'exit').then(() => undefined);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)));

  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: FromService) => {
      if (message === 'ready') resolve();
      else if ('notice' in message) onNotice(message.notice);
      else reject(message.userFacing ? new LocalServiceError(message.failed) : new Error(message.failed));
    });
    void ended.then(() => reject(new Error(`The ${name} ended before it was ready. ${errors}`.trim())));
    child.send({ settings } satisfies ToService);
  });

  // A caller that forgets to stop the service can still exit, which ends the service too.
  child.unref();
  child.channel?.unref();
  (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();

  return async () => {
    child.ref();
    if (child.connected) child.send('stop' satisfies ToService, () => undefined);
    await ended;
  };
}
