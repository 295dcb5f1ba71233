import type { ClientBase } from 'pg';

/**
 * Whether the client talks to PostgreSQL itself. A pooler reports its own process ids; in transaction mode it keeps no session
 * lock, no LISTEN and no setting.
 */
export async function isDirect(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isDirect: boolean }>('SELECT pg_backend_pid() = $1 AS "isDirect"', [
    processIdOf(client),
  ]);
  return rows[0]!.isDirect;
}

/** The process id that the server, or the pooler, sent when the connection began. */
export const processIdOf = (client: ClientBase): number => (client as unknown as { processID: number }).processID;
