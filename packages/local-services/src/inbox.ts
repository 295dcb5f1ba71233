import { LocalServiceError } from './local-service-error.js';
import { isPortFree } from './ports.js';
import { launchService } from './service-process.js';

export interface Inbox {
  /** The page that shows the mails; `GET <url>/email` returns them as JSON. */
  url: string;
  smtpUrl: string;
  stop(): Promise<void>;
}

/** Starts an inbox on the loopback interface that accepts every mail, delivers none, and forgets them when it stops. */
export async function startInbox({ httpPort, smtpPort }: { httpPort: number; smtpPort: number }): Promise<Inbox> {
  for (const port of [httpPort, smtpPort])
    if (!(await isPortFree(port)))
      throw new LocalServiceError(`Port ${port} is taken, so the local inbox cannot start there.`);
  const stop = await launchService('inbox-service', { httpPort, smtpPort });
  return {
    url: `http://localhost:${httpPort}`,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    stop,
  };
}
