import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { contract } from '@spareswipe/contract';
import { initClient } from '@ts-rest/core';
import { createTestDatabase, emptyTables, openDatabase, type TestDatabase } from './database.js';
import { openInbox, type Inbox } from './inbox.js';
import type { Commands, Question } from './process/api-process.js';
import { fetchChecked } from './responses.js';
import { until } from './until.js';

/** The commands of the process: each returns a promise here. */
type Asked = {
  [Name in keyof Commands]: (...parameters: Parameters<Commands[Name]>) => Promise<Awaited<ReturnType<Commands[Name]>>>;
};

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
  commands: (keyof Commands)[];
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
    await api.commands.reset();
    await emptyTables(db);
  } else if (mailPort && stripePort) {
    keptInWorker.set('api', { ...running, databaseUrl: db.url, mailPort, stripePort });
  }
  const tokens = new Map<string, Promise<string>>();

  const tokenOf = (studentId: string) => {
    const token = tokens.get(studentId) ?? api.commands.token(studentId);
    tokens.set(studentId, token);
    token.catch(() => tokens.delete(studentId));
    return token;
  };

  return {
    ...api.commands,
    url: api.url,
    db,
    inbox,
    /** Where the shared process looks for Stripe. */
    stripePort,
    pid: running.child.pid!,
    /** What the process logged so far, one object per line. */
    async logs(): Promise<Record<string, unknown>[]> {
      const mark = randomUUID();
      await api.commands.log(mark);
      await until('the log to be complete', () => api.logs.some((line) => line.mark === mark));
      return api.logs;
    },
    /** The contract's own client, for a visitor or with a given token. Checks every response against the contract. */
    client: (token?: string) => clientOf(api.url, () => token),
    /** The contract's own client, logged in as this student through a real session. */
    as: ({ id }: { id: string }) => clientOf(api.url, () => tokenOf(id)),
    tokenOf: ({ id }: { id: string }) => tokenOf(id),
    fetch: (path: string, init?: RequestInit) => fetch(api.url + path, init),
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
      else await end(running.child, () => void api.commands.close().catch(() => undefined));
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
    async api(call) {
      const bearer = await token();
      const authorization: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
      return fetchChecked({ ...call, headers: { ...call.headers, ...authorization } });
    },
  });

async function launch(env: NodeJS.ProcessEnv): Promise<Running> {
  const child = fork(MAIN, { env, execArgv: ['--no-warnings'], silent: true });
  let trouble = '';
  child.stderr!.on('data', (text: Buffer) => (trouble += text.toString()));
  const [{ url, commands }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The API did not start:\n${trouble}`);
    }),
  ])) as [Omit<Running, 'child'>];
  child.stderr!.removeAllListeners('data').resume();
  // A shared process outlives its file, and must not keep the worker alive.
  child.unref();
  child.channel!.unref();
  for (const output of [child.stdout, child.stderr]) (output as Socket).unref();
  return { child, url, commands };
}

/** Asks a process what only its own code can do, and collects its log. `leave`: lets go of it. */
function connectTo({ child, url, commands }: Running) {
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
  const ask = (command: keyof Commands, parameters: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      const id = randomUUID();
      waiting.set(id, { resolve, reject });
      child.send({ id, command, parameters } satisfies Question);
    });
  return {
    url,
    logs,
    commands: Object.fromEntries(
      commands.map((command) => [command, (...parameters: unknown[]) => ask(command, parameters)]),
    ) as unknown as Asked,
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
