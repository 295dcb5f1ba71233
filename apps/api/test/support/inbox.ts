import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { ParsedMail, simpleParser } from 'mailparser';
import type { SMTPServer } from 'smtp-server';
import type { TestDatabase } from './database.js';
import { until } from './until.js';

export interface Attachment {
  filename?: string;
  type: string;
  /** The `method` of its content type, which tells a calendar what to do with it. */
  method?: string;
  content: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** By lower-case name, as sent. */
  headers: Record<string, string>;
  attachments: Attachment[];
}

/** Put there by `environment.js`. */
declare const mailLibraries: { simpleParser: typeof simpleParser; SMTPServer: typeof SMTPServer };

type Answer = Error & { responseCode: number };

/**
 * A real SMTP server that keeps every mail it receives. A `listener` is a port that outlives it: `close` ends only its use.
 */
export async function openInbox({ port = 0, listener }: { port?: number; listener?: Server } = {}) {
  const mails: Mail[] = [];
  const handedOut = new Set<Mail>();
  const behaviour: { refuse?: (to: string) => Answer | undefined; silent?: () => void; paceMs: number } = { paceMs: 0 };

  const underWay = new Set<string>();

  const server = new mailLibraries.SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onClose: ({ id }) => underWay.delete(id),
    onMailFrom(_address, { id }, done) {
      underWay.add(id);
      setTimeout(done, behaviour.paceMs);
    },
    onRcptTo: ({ address }, _session, done) => setTimeout(() => done(behaviour.refuse?.(address)), behaviour.paceMs),
    onData(stream, { id }, done) {
      mailLibraries.simpleParser(stream).then((parsed) => {
        underWay.delete(id);
        mails.push(simplify(parsed));
        if (!behaviour.silent) return done();
        behaviour.silent();
        behaviour.silent = undefined;
      }, done);
    },
  });
  server.on('error', () => undefined); // clients that are killed hang up
  const entrance = listener ?? createServer().listen(port, '127.0.0.1');
  if (!entrance.listening) await once(entrance, 'listening');
  const sockets = new Set<Socket>();
  const greet = (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    server.server.emit('connection', socket);
  };
  entrance.on('connection', greet);
  entrance.maxConnections = Infinity;
  const { port: smtpPort } = entrance.address() as AddressInfo;

  return {
    smtpPort,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    mails,
    /** The mails to this address so far. */
    to: (address: string) => mails.filter(({ to }) => to === address),
    /** Refuses every recipient with this SMTP code from now on; undefined accepts again. */
    refuse(code: number | undefined) {
      behaviour.refuse =
        code === undefined ? undefined : () => Object.assign(new Error('refused'), { responseCode: code });
    },
    /** Delays the reply to each address of a mail from now on. */
    slowDown(paceMs: number) {
      behaviour.paceMs = paceMs;
    },
    /** Waits until no mail is being delivered. */
    idle: () => until('deliveries under way to end', () => underWay.size === 0),
    /** Receives the next mail but never acknowledges it; resolves when the mail is here. */
    fallSilent: () => new Promise<void>((resolve) => (behaviour.silent = resolve)),
    /** Waits for the next mail to this address that was not returned before; `subject` is a part of its subject. */
    async waitForMail(to: string, subject = ''): Promise<Mail> {
      let mail: Mail | undefined;
      await until(`a mail "${subject}" to ${to}`, () => {
        mail = mails.find((one) => one.to === to && one.subject.includes(subject) && !handedOut.has(one));
        if (mail) handedOut.add(mail);
        return mail !== undefined;
      });
      return mail!;
    },
    close() {
      entrance.off('connection', greet);
      if (listener) listener.maxConnections = 0;
      else entrance.close();
      // the API keeps connections for later mails, and the next file's would go to this inbox
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((done) => server.close(done));
    },
  };
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>;

const simplify = ({ to, subject, text, html, messageId, headerLines, attachments }: ParsedMail): Mail => ({
  to: [to].flat()[0]?.value[0]?.address ?? '',
  subject: subject ?? '',
  text: text ?? '',
  html: html || '',
  messageId: messageId ?? '',
  headers: Object.fromEntries(headerLines.map(({ key, line }) => [key, line.slice(key.length + 1).trim()])),
  attachments: attachments.map(({ filename, content, headers }) => {
    const { value, params } = headers.get('content-type')!;
    return { filename, type: value, method: params.method, content: content.toString('utf8') };
  }),
});

/** Waits until a try to mail this address has failed. */
export const failedTry = (db: TestDatabase, email: string) =>
  until(`a failed try to mail ${email}`, async () => {
    const tries = `SELECT FROM pgboss.job WHERE name = 'mail' AND state = 'retry' AND data->'to'->>'email' = $1`;
    return (await db.query(tries, [email])).length > 0;
  });

/** The secret at the end of a mailed link. */
export function tokenIn({ text }: Mail): string {
  const token = /\/(?:verify-email|reset-password|not-me)\/([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`No link in:\n${text}`);
  return token;
}
