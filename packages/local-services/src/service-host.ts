/** Messages between a parent process and a service process over Node's IPC channel. */
export type ToService = { settings: unknown } | 'stop';
export type FromService = 'ready' | { failed: string; userFacing: boolean } | { notice: string };

type Stop = () => Promise<void>;
type Run<Settings> = (settings: Settings, notify: (notice: string) => void) => Promise<Stop>;

/**
 * Runs a service for the parent process: starts it with the settings that the parent sends, and stops it when the parent
 * asks for it or ends (a parent killed with SIGKILL closes the channel too).
 */
export function hostService<Settings>(run: Run<Settings>): void {
  let running: Promise<Stop> | undefined;
  let ending = false;

  function send(message: FromService) {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  }

  async function end() {
    if (ending) return;
    ending = true;
    const stop = await running?.catch(() => undefined);
    await stop?.();
    process.exit(0);
  }

  async function begin(settings: Settings) {
    running = run(settings, (notice) => send({ notice }));
    try {
      await running;
      send('ready');
    } catch (error) {
      const { message, name } = error as Error;
      send({ failed: message, userFacing: name === 'LocalServiceError' });
      process.disconnect();
    }
  }

  process.on('message', (message: ToService) => {
    if (message === 'stop') void end();
    else void begin(message.settings as Settings);
  });
  process.on('disconnect', () => void end());
  process.on('SIGTERM', () => void end());
  // The parent handles Ctrl-C, since it decides the order in which services stop.
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
}
