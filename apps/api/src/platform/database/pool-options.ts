import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';
import { processIdOf } from './is-direct.js';
import { Servers } from './servers.js';

const STATEMENT_TIMEOUT = '15s';
/** Longer than any statement may run: a host that stays silent this long while we wait is gone. */
const SILENCE_MS = 18_000;
const CONNECT_MS = { oneServer: 10_000, several: 3000, replica: 1000 };

/**
 * Sets the time limit of statements, unless there is a pooler, which reports its own process id. A pooler gives
 * each transaction another connection, so our limit would stay on a connection that others use; there the limit belongs
 * to the role (docs/decisions/0009-poolers-and-several-servers.md).
 */
const GREET = `
  SELECT current_setting('transaction_read_only')::bool AS "isReadOnly",
         CASE WHEN pg_backend_pid() = $1 THEN set_config('statement_timeout', $2, false) END`;

/** The two pools of a process share what they know about the servers. */
const serversOf = new Map<string, Servers>();

/**
 * For both pools, that of requests and that of jobs. A host may vanish without closing its connections. So unused
 * connections are closed soon, and one that gives no response is destroyed: the next call gets a new connection.
 */
export function poolOptions(url: string, { isReplica = false } = {}) {
  const servers = serversOf.get(url) ?? new Servers(url);
  serversOf.set(url, servers);
  return {
    connectionString: servers.urls[0],
    Client: servers.client(),
    connectionTimeoutMillis: CONNECT_MS[isReplica ? 'replica' : servers.several ? 'several' : 'oneServer'],
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 10_000,
    async onConnect(client: ClientBase): Promise<void> {
      destroyWhenSilent(client);
      const { rows } = await client.query<{ isReadOnly: boolean }>(GREET, [processIdOf(client), STATEMENT_TIMEOUT]);
      if (isReplica || !rows[0]!.isReadOnly || !servers.several) return;
      servers.refused(client);
      throw Object.assign(new Error('this server is a standby'), { code: '25006' });
    },
  };
}

function destroyWhenSilent(client: ClientBase): void {
  // The pool removes its listener before the next caller adds one. Without this one, a connection that breaks in
  // between would end the process.
  client.on('error', () => undefined);
  // pg's `query_timeout` fails the query, but leaves the connection in the pool, where the next query waits behind it.
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.setTimeout(SILENCE_MS, () => {
    const { readyForQuery } = client as unknown as { readyForQuery: boolean };
    if (!readyForQuery) connection.stream.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' }));
  });
}
