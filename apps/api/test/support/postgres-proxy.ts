import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A message between the API and PostgreSQL. */
export interface Message {
  from: 'api' | 'server';
  /** The type byte of the protocol. */
  type: string;
  /** The statement that the message belongs to: its name if it is prepared, else its text. */
  statement: string;
  /** Of the job queue, or of the connection that listens for changes. */
  isBackground: boolean;
}

interface Cut {
  /** Which message from now on, in either direction, counted from 1. */
  at: number;
  when: 'before' | 'after';
  /** The messages to count; those of background connections are not, by default. */
  counts?: (message: Message) => boolean;
  /** What else happens at that moment. */
  then?: () => void;
}

const STARTUP_HEADER = 4;
const HEADER = 5;
const READY_FOR_QUERY = 'Z';
/** Connections of the job queue, and the one that listens for changes. */
const BACKGROUND = /spareswipe-(jobs|live)/;
const inForeground = ({ isBackground }: Message) => !isBackground;
const BACKEND_KEY_DATA = 'K';

/**
 * Stands between the API and PostgreSQL, reads their protocol message by message, and cuts the connection at a given
 * one. Logging in is not counted. A `pooler` shares connections, so it does not pass on the server's process id.
 */
export async function openProxy(databaseUrl: string, { pooler = false } = {}) {
  const target = new URL(databaseUrl);
  const gate: { cut?: Cut; seen: number; fired: boolean } = { seen: 0, fired: false };
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let answered = 0;
  let listeners = 0;

  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    const connection = { isLoggedIn: false, isBackground: false, statement: '' };
    client.setNoDelay(true);
    const cut = () => [client, upstream].forEach((socket) => socket.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }

    const isHit = (message: Buffer, from: Message['from']) => {
      if (!gate.cut || !connection.isLoggedIn) return false;
      const type = typeOf(message);
      if (from === 'api') connection.statement = statementIn(type, message) ?? connection.statement;
      const { isBackground, statement } = connection;
      const { counts = inForeground, at } = gate.cut;
      return counts({ from, type, statement, isBackground }) && ++gate.seen === at;
    };

    /** Passes one message on, and cuts the connection before or after it if it is the one. */
    const pass = (message: Buffer, to: Socket) => {
      if (lost.has(to)) return;
      if (!isHit(message, to === upstream ? 'api' : 'server')) return void to.write(message);
      gate.fired = true;
      gate.cut?.then?.();
      if (gate.cut?.when === 'before') cut();
      else to.write(message, cut);
    };
    const fromApi = split({ untypedFirst: true }, (message, first) => {
      if (first) connection.isBackground = BACKGROUND.test(message.toString('latin1'));
      if (first && message.includes('spareswipe-live')) listeners++;
      pass(message, upstream);
    });
    const fromServer = split({ untypedFirst: false }, (message) => {
      const type = typeOf(message);
      if (pooler && type === BACKEND_KEY_DATA) return;
      pass(message, client);
      if (type !== READY_FOR_QUERY) return;
      connection.isLoggedIn = true;
      if (!connection.isBackground) answered++;
    });
    client.on('data', fromApi);
    upstream.on('data', fromServer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    /** The number of round trips so far. */
    roundTrips: () => answered,
    /** The number of connections so far that were opened to listen for changes. */
    listeners: () => listeners,
    /** Cuts the connection that carries the n-th message from now on. */
    cutAt(cut: Cut): void {
      Object.assign(gate, { cut, seen: 0, fired: false });
    },
    /** Calls this with every message from now on, and cuts nothing. */
    watch(see: (message: Message) => void): void {
      const counts = (message: Message) => {
        see(message);
        return false;
      };
      Object.assign(gate, { cut: { at: 0, when: 'before', counts }, seen: 0, fired: false });
    },
    /** Lets everything pass again; returns whether the cut happened. */
    disarm(): boolean {
      gate.cut = undefined;
      return gate.fired;
    },
    /** Drops every message of the open connections from now on, as when the host vanishes. New connections work. */
    vanish(): void {
      sockets.forEach((socket) => lost.add(socket));
    },
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}

const typeOf = (message: Buffer) => message.toString('latin1', 0, 1);

/** The statement that this message of the API begins, if it begins one. */
function statementIn(type: string, message: Buffer): string | undefined {
  if (!'QPB'.includes(type)) return undefined;
  const [first = '', second = ''] = message.toString('utf8', HEADER).split('\0');
  if (type === 'Q') return first;
  if (type === 'P') return first || second; // its name, its text
  return second || undefined; // the name of the statement that the parameters are for
}

/** Cuts a stream into protocol messages: a type byte (not in the very first of a client) and a length that counts itself. */
function split({ untypedFirst }: { untypedFirst: boolean }, take: (message: Buffer, first: boolean) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let first = true;
  return (chunk: Buffer) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      const typed = !(untypedFirst && first);
      if (rest.length < (typed ? HEADER : STARTUP_HEADER)) return;
      const length = typed ? 1 + rest.readInt32BE(1) : rest.readInt32BE(0);
      if (rest.length < length) return;
      take(rest.subarray(0, length), first);
      first = false;
      rest = rest.subarray(length);
    }
  };
}
