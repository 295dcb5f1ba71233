import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { contract, type DisputeAward } from '@spareswipe/contract';
import { initClient, tsRestFetchApi } from '@ts-rest/core';
import type { Comparison } from '../../src/payments/reconciler.service.js';
import type { waits } from '../../src/platform/common/waits.js';
import { createTestDatabase, emptyTables, openDatabase, type TestDatabase } from './database.js';
import { openInbox, type Inbox } from './inbox.js';
import { until } from './until.js';

export type Question =
  | { ask: 'reset' }
  | { ask: 'clock'; offsetMs: number }
  | { ask: 'waits'; changed: Partial<typeof waits> }
  | { ask: 'hashing'; is: 'held' | 'free' }
  | { ask: 'token'; studentId: string }
  | { ask: 'reconcile'; span: 'recent' | 'month' }
  | { ask: 'reconcile what is due' }
  | { ask: 'check the ledger' }
  | { ask: 'decide'; matchId: string; awardedTo: DisputeAward; reason: string }
  | { ask: 'invite'; email: string; campus: string | null }
  | { ask: 'revoke'; email: string }
  | { ask: 'prune' }
  | { ask: 'send due digests' }
  | { ask: 'send due waves' }
  | { ask: 'rest' }
  | { ask: 'log'; mark: string }
  | { ask: 'close' };

interface Options {
  /** Why a file cannot share the process and the database of its worker, in a word. */
  own?: 'breaks' | 'kills';
  /** Environment variables in addition to those of the database and the inbox, for a process of the file's own. */
  settings?: Record<string, string>;
  /** Starts a further process over this database, with this inbox. */
  db?: TestDatabase;
  inbox?: Inbox;
}

/** The bundle that the global set-up makes. */
const MAIN = fileURLToPath(new URL('../../node_modules/.cache/api-for-tests.mjs', import.meta.url));
export const STARTING_MEALS_KEY = 'a key for tests, long enough to be taken for one';
export const JWT_SECRET = 'a secret for tests, long enough to be taken for one';
const SETTINGS = {
  NODE_ENV: 'test',
  APP_ORIGIN: 'https://swipes.example.edu',
  JWT_SECRET,
  STARTING_MEALS_KEY,
  VAPID_PRIVATE_KEY: 'WYMOvDpBhBEFZr8aKQ0IRz39y9SSzkmLFM0aXi-i5EE',
  LOG_LEVEL: 'info',
  // tests call from the addresses that they name
  TRUST_PROXY: '1',
};

/** Of the fake Stripe at this URL. */
export const stripeSettings = (url: string) => ({
  STRIPE_SECRET_KEY: 'sk_test_fake',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
  STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_fake',
  STRIPE_API_BASE: url,
});

/** A running process of the API. */
interface Running {
  child: ChildProcess;
  url: string;
}

/** The process that the test files of a worker share, one after the other, with its database, and where it finds mail and Stripe. */
interface Shared extends Running {
  databaseUrl: string;
  mailPort: Server;
  stripePort: Server;
}
declare const keptInWorker: Map<'api', Shared>;

/**
 * The whole API on a free port, with a real database and inbox; `stop` it when done. Unless an option asks for another, it is
 * the one that the files of a worker share, each with empty tables at its start.
 */
export async function startApi(options: Options = {}) {
  const isShared = Object.keys(options).length === 0;
  const kept = isShared ? keptInWorker.get('api') : undefined;
  const shared = kept && isAlive(kept.child) ? kept : undefined;
  const db = options.db ?? (shared ? openDatabase(shared.databaseUrl) : await createTestDatabase());
  const [mailPort, stripePort] = isShared
    ? [shared?.mailPort ?? (await openPort()), shared?.stripePort ?? (await openPort())]
    : [];
  const inbox = options.inbox ?? (await openInbox({ listener: mailPort }));
  const env = {
    ...process.env,
    ...SETTINGS,
    DATABASE_URL: db.url,
    SMTP_URL: inbox.smtpUrl,
    ...(stripePort && stripeSettings(`http://127.0.0.1:${(stripePort.address() as AddressInfo).port}`)),
    ...options.settings,
  };
  const running = shared ?? (await launch(env));
  const api = connectTo(running);
  if (shared) {
    await api.ask({ ask: 'reset' });
    await emptyTables(db);
  } else if (mailPort && stripePort) {
    keptInWorker.set('api', { ...running, databaseUrl: db.url, mailPort, stripePort });
  }
  const tokens = new Map<string, Promise<string>>();

  const tokenOf = (studentId: string) => {
    const token = tokens.get(studentId) ?? (api.ask({ ask: 'token', studentId }) as Promise<string>);
    tokens.set(studentId, token);
    token.catch(() => tokens.delete(studentId));
    return token;
  };

  return {
    url: api.url,
    db,
    inbox,
    /** Where the shared process looks for Stripe. */
    stripePort,
    pid: running.child.pid!,
    /** What the process logged so far, one object per line. */
    async logs(): Promise<Record<string, unknown>[]> {
      const mark = randomUUID();
      await api.ask({ ask: 'log', mark });
      await until('the log to be complete', () => api.logs.some((line) => line.mark === mark));
      return api.logs;
    },
    /** The contract's own client, for a visitor or with a given token. Checks every response against the contract. */
    client: (token?: string) => clientOf(api.url, () => token),
    /** The contract's own client, logged in as this student through a real session. */
    as: ({ id }: { id: string }) => clientOf(api.url, () => tokenOf(id)),
    tokenOf: ({ id }: { id: string }) => tokenOf(id),
    fetch: (path: string, init?: RequestInit) => fetch(api.url + path, init),
    /** Sets the API's clock ahead of the real one (or back to it, with 0). */
    async aheadBy(ms: number): Promise<void> {
      await api.ask({ ask: 'clock', offsetMs: ms });
    },
    /** Changes waits of the process until the end of the file, so that a test need not wait as long. */
    waits: (changed: Partial<typeof waits>) => api.ask({ ask: 'waits', changed }),
    /** Held: no password is hashed or compared until they are free again. */
    hashing: (is: 'held' | 'free') => api.ask({ ask: 'hashing', is }),
    /** Compares the orders with Stripe's lists, as the scheduler does. */
    reconcile: (span: 'recent' | 'month' = 'recent') => api.ask({ ask: 'reconcile', span }) as Promise<Comparison>,
    reconcileWhatIsDue: () => api.ask({ ask: 'reconcile what is due' }),
    /** Decides a dispute, as an operator does, but without a line in the log. */
    decide: (matchId: string, awardedTo: DisputeAward, reason = 'The card reader says so.') =>
      api.ask({ ask: 'decide', matchId, awardedTo, reason }),
    /** What only a command or a process may do. */
    ask: (question: Question) => api.ask(question),
    /** Mails operators what waits, as the scheduler does. */
    sendDueDigests: () => api.ask({ ask: 'send due digests' }),
    /** Deletes what is no longer kept, as the scheduler does. */
    prune: () => api.ask({ ask: 'prune' }),
    /** Sends the waves of alerts that are due, as the scheduler does. */
    sendDueWaves: () => api.ask({ ask: 'send due waves' }),
    /** Stops the scheduler, for a test that counts messages between this process and the database. */
    async rest(): Promise<void> {
      await api.ask({ ask: 'rest' });
    },
    /** Resets all rate limits. */
    async forgetLimits(): Promise<void> {
      await db.query('TRUNCATE rate_limits');
    },
    /** Stops the process as an orchestrator does. Resolves with its exit code. */
    async terminate(): Promise<number | null> {
      await end(running.child, () => running.child.kill('SIGTERM'));
      return running.child.exitCode;
    },
    kill: () => end(running.child, () => running.child.kill('SIGKILL')),
    /** Ends the process, unless other files share it. */
    async stop(): Promise<void> {
      if (isShared) api.leave();
      else await end(running.child, () => void api.ask({ ask: 'close' }).catch(() => undefined));
      if (!options.inbox) await inbox.close();
      if (!options.db) await db.close();
    },
  };
}

export type Api = Awaited<ReturnType<typeof startApi>>;

/** A port that outlives the file. Nobody is there until a test attaches a server. */
async function openPort(): Promise<Server> {
  const port = createServer().listen(0, '127.0.0.1').unref();
  await once(port, 'listening');
  port.maxConnections = 0;
  return port;
}

const clientOf = (baseUrl: string, token: () => string | undefined | Promise<string>) =>
  initClient(contract, {
    baseUrl,
    baseHeaders: {},
    validateResponse: true,
    async api(call) {
      const bearer = await token();
      const authorization: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
      return tsRestFetchApi({ ...call, headers: { ...call.headers, ...authorization } });
    },
  });

async function launch(env: NodeJS.ProcessEnv): Promise<Running> {
  const child = fork(MAIN, { env, execArgv: ['--no-warnings'], silent: true });
  let trouble = '';
  child.stderr!.on('data', (text: Buffer) => (trouble += text.toString()));
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The API did not start:\n${trouble}`);
    }),
  ])) as [{ url: string }];
  child.stderr!.removeAllListeners('data').resume();
  // A shared process outlives its file, and must not keep the worker alive.
  child.unref();
  child.channel!.unref();
  for (const output of [child.stdout, child.stderr]) (output as Socket).unref();
  return { child, url };
}

/** Asks a process what only its own code can do, and collects its log. `leave`: lets go of it. */
function connectTo({ child, url }: Running) {
  const logs: Record<string, unknown>[] = [];
  const waiting = new Map<string, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  const onLog = collectLines((line) => logs.push(JSON.parse(line) as Record<string, unknown>));
  const onAnswer = ({ id, answer, error }: { id: string; answer: unknown; error?: string }) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error) asker?.reject(new Error(error));
    else asker?.resolve(answer);
  };
  const onExit = () => {
    for (const { reject } of waiting.values()) reject(new Error('the API process ended'));
  };
  child.stdout!.on('data', onLog);
  child.on('message', onAnswer);
  child.on('exit', onExit);
  return {
    url,
    logs,
    ask: (question: Question) =>
      new Promise<unknown>((resolve, reject) => {
        const id = randomUUID();
        waiting.set(id, { resolve, reject });
        child.send({ ...question, id });
      }),
    leave() {
      child.stdout!.off('data', onLog);
      child.off('message', onAnswer);
      child.off('exit', onExit);
    },
  };
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function end(child: ChildProcess, how: () => void): Promise<void> {
  if (!isAlive(child)) return;
  const exit = once(child, 'exit');
  how();
  await exit;
}

/** Cuts a stream of chunks into lines; skips lines that are not JSON (start-up messages). */
function collectLines(take: (line: string) => void) {
  let rest = '';
  return (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    lines.filter((line) => line.startsWith('{')).forEach(take);
  };
}
