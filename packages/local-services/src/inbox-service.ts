import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostService } from './service-host.js';

export interface InboxSettings {
  httpPort: number;
  smtpPort: number;
}

// maildev ships no types; this is the part we use.
interface MailDev {
  listen(): Promise<void>;
}
const require = createRequire(import.meta.url);
const createMailDev = require('maildev') as (config: Record<string, unknown>) => MailDev;
const mailDevWeb = require('maildev/lib/web') as { server: Server };

hostService<InboxSettings>(async ({ httpPort, smtpPort }) => {
  // maildev keeps its list of mails in memory and the attachments in this folder.
  const mailDirectory = await mkdtemp(join(tmpdir(), 'spareswipe-inbox-'));
  const maildev = createMailDev({ web: httpPort, smtp: smtpPort, ip: '127.0.0.1', silent: true, mailDirectory });
  await Promise.all([maildev.listen(), once(mailDevWeb.server, 'listening')]);
  return () => rm(mailDirectory, { recursive: true, force: true });
});
