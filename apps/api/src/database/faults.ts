const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '25006', // a standby that is not the primary yet
  '57P01', // the server is shutting down
  '57P02', // it crashed
  '57P03', // it is starting up
  '08000',
  '08003',
  '08006',
  '53300', // too many connections
]);
// "already released": TypeORM takes a lost connection from a transaction between two of its queries.
const CONNECTION_LOST_MESSAGE =
  /already released|Connection terminated|timeout exceeded when trying to connect|Connection is not established|Client has encountered a connection error|Driver not Connected/i;
const CONFLICT = new Set(['40001', '40P01']);

/** PostgreSQL cannot be reached or hung up: worth another try by the client, not a fault of the code. */
export const isConnectionLost = (error: unknown): boolean =>
  CONNECTION_LOST.has(codeOf(error)) || (error instanceof Error && CONNECTION_LOST_MESSAGE.test(error.message));

/** A serialization failure or a deadlock: the transaction did nothing and may run again. */
export const isConflict = (error: unknown): boolean => CONFLICT.has(codeOf(error));

/** The SQLSTATE or system error code; TypeORM keeps the driver's error inside its own. */
function codeOf(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: string; driverError?: { code?: string } };
  return driverError?.code ?? code ?? '';
}
