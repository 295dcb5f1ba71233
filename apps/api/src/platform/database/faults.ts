const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '25006', // a standby that is not promoted yet
  '57P01', // the server shuts down
  '57P02', // the server crashed
  '57P03', // the server starts up
  '08000',
  '08003',
  '08006',
  '53300', // too many connections
]);
// "already released": TypeORM drops a connection that is lost between two queries of a transaction.
const CONNECTION_LOST_MESSAGE =
  /already released|Connection terminated|timeout exceeded when trying to connect|Connection is not established|Client has encountered a connection error|Driver not Connected/i;
const CONFLICT = new Set(['40001', '40P01']);

/** PostgreSQL is unreachable or closed the connection: the client may retry, and it is no bug of ours. */
export const isConnectionLost = (error: unknown): boolean =>
  CONNECTION_LOST.has(codeOf(error)) || (error instanceof Error && CONNECTION_LOST_MESSAGE.test(error.message));

/** A serialization failure or a deadlock: the transaction was rolled back and may run again. */
export const isConflict = (error: unknown): boolean => CONFLICT.has(codeOf(error));

/** A statement waited longer than `lock_timeout` for a lock. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** A statement ran longer than `statement_timeout`. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** PostgreSQL has no disk, memory or connection left. */
export const isOutOfResources = (error: unknown): boolean => codeOf(error).startsWith('53');

/** PostgreSQL is alive and cannot do this now. */
export const isOverloaded = (error: unknown): boolean =>
  isLockTimeout(error) || isStatementTimeout(error) || isOutOfResources(error);

/** The SQLSTATE or system error code. TypeORM wraps the driver's error in its own. */
function codeOf(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: string; driverError?: { code?: string } };
  return driverError?.code ?? code ?? '';
}
