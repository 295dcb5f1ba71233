import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { contract, type ErrorCode } from '@spareswipe/contract';
import { isAppRoute, type AppRouter } from '@ts-rest/core';
import { RequestValidationError, TsRestRequestValidationError } from '@ts-rest/nest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../common/app-error.js';
import { isConnectionLost, isOverloaded } from '../database/faults.js';

const BY_STATUS: Record<number, ErrorCode> = {
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'BUSY',
};

/** Turns every failure into the one failure body. Unexpected errors are logged and show the client no details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.reply(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Public, because the HTTP adapter also replies to errors that occur before any route runs. */
  reply(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = asAppError(error, request, reply);
    if (isAborted(request)) logAborted(request);
    else if (failure.code === 'INTERNAL' || failure.cause) request.log.error({ err: failure.cause ?? error });
    if (reply.sent) return;
    const { retryAfterSeconds } = failure.extra;
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(retryAfterSeconds));
    void reply.type('application/json; charset=utf-8').code(failure.status).send(failure.body());
  }
}

/** The client disconnected in the middle of its body: not our error. The response that nobody receives ends the call (load-shedding.ts). */
const isAborted = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;
const logAborted = ({ log, method, routeOptions, ip }: FastifyRequest) =>
  log.info({ method, route: routeOptions.url, ip }, 'the client hung up');

function asAppError(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TsRestRequestValidationError || error instanceof RequestValidationError)
    return validationFailed(error);
  if (isConnectionLost(error) || isOverloaded(error))
    return new AppError('BUSY', { retryAfterSeconds: 1 }, { cause: error });
  const status = statusOf(error);
  if (status === undefined || (status >= 500 && !BY_STATUS[status])) return new AppError('INTERNAL');
  if (status === 404) return pathOrMethodUnknown(request, reply);
  return new AppError(BY_STATUS[status] ?? 'VALIDATION_FAILED');
}

/**
 * The message is the first field's. An issue with the whole body has no message for a screen, so the table's is used. If only
 * the path is wrong, it names nothing: a text that is no id gets the same 404 as an unknown id.
 */
function validationFailed(error: TsRestRequestValidationError | RequestValidationError): AppError {
  const issues = [error.headers, error.query, error.body].flatMap((source) => source?.issues ?? []);
  if (!issues.length) return new AppError('NOT_FOUND');
  const errors = issues.map(({ path, message }) => ({ path: pathOf(path), message }));
  const first = errors.find(({ path }) => path !== '');
  return new AppError('VALIDATION_FAILED', { errors, ...(first && { message: first.message }) });
}

type IssuePath = readonly (PropertyKey | { key: PropertyKey })[] | undefined;
const pathOf = (path: IssuePath) =>
  (path ?? []).map((key) => String(typeof key === 'object' ? key.key : key)).join('.');

/** The status of a Nest or Fastify error; undefined for any other error. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (typeof statusCode === 'number' && typeof code === 'string' && code.startsWith('FST_')) return statusCode;
  return undefined;
}

const routesOf = (router: AppRouter): { path: RegExp; method: string }[] =>
  Object.values(router).flatMap((entry) =>
    isAppRoute(entry)
      ? [{ path: new RegExp(`^${entry.path.replace(/:\w+/g, '[^/]+')}$`), method: entry.method }]
      : routesOf(entry),
  );
const ROUTES = routesOf(contract);

/** A known path with the wrong method is 405 with `Allow`, anything else 404. */
function pathOrMethodUnknown(request: FastifyRequest, reply: FastifyReply): AppError {
  const [path = ''] = request.url.split('?', 1);
  const methods = ROUTES.filter((route) => route.path.test(path)).map(({ method }) => method);
  if (!methods.length) return new AppError('NOT_FOUND');
  void reply.header('allow', methods.join(', '));
  return new AppError('METHOD_NOT_ALLOWED');
}
