import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { contract, type ErrorCode } from '@spareswipe/contract';
import { RequestValidationError, TsRestRequestValidationError } from '@ts-rest/nest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../common/app-error.js';
import { isConnectionLost } from '../database/faults.js';
import { methodsOf } from './route-methods.js';

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

/** Answers every failure with the one failure body. What nobody foresaw is logged and tells the client nothing. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also for what the router refuses before any route runs. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (hungUp(request)) return logHangUp(request);
    const failure = asAppError(error, request, reply);
    if (failure.code === 'INTERNAL' || failure.cause) request.log.error({ err: failure.cause ?? error });
    if (reply.sent) return;
    const { retryAfterSeconds } = failure.extra;
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(retryAfterSeconds));
    void reply.type('application/json; charset=utf-8').code(failure.status).send(failure.body());
  }
}

/** The client went away in the middle of its body: no fault of ours, and nobody would hear an answer. */
const hungUp = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;
const logHangUp = ({ log, method, routeOptions, ip }: FastifyRequest) =>
  log.info({ method, route: routeOptions.url, ip }, 'the client hung up');

function asAppError(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TsRestRequestValidationError || error instanceof RequestValidationError) return invalid(error);
  if (isConnectionLost(error)) return new AppError('BUSY', { retryAfterSeconds: 1 }, { cause: error });
  const status = statusOf(error);
  if (status === undefined || (status >= 500 && !BY_STATUS[status])) return new AppError('INTERNAL');
  if (status === 404) return unknownPath(request, reply);
  return new AppError(BY_STATUS[status] ?? 'VALIDATION_FAILED');
}

/** The message is the first issue's; one about the body as a whole has no words for a screen, so the table's is used. */
function invalid(error: TsRestRequestValidationError | RequestValidationError): AppError {
  const sources = [error.pathParams, error.headers, error.query, error.body];
  const issues = sources.flatMap((source) => source?.issues ?? []);
  const errors = issues.map(({ path, message }) => ({ path: pathOf(path), message }));
  const first = errors.find(({ path }) => path !== '');
  return new AppError('VALIDATION_FAILED', { errors, ...(first && { message: first.message }) });
}

type IssuePath = readonly (PropertyKey | { key: PropertyKey })[] | undefined;
const pathOf = (path: IssuePath) =>
  (path ?? []).map((key) => String(typeof key === 'object' ? key.key : key)).join('.');

/** The status of a Nest or Fastify error, in the ranges that may be told to a client. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (typeof statusCode === 'number' && typeof code === 'string' && code.startsWith('FST_')) return statusCode;
  return undefined;
}

/** A known path with a verb it does not take is 405 with `Allow`, anything else 404. */
function unknownPath(request: FastifyRequest, reply: FastifyReply): AppError {
  const methods = methodsOf(contract, request.url);
  if (!methods.length) return new AppError('NOT_FOUND');
  void reply.header('allow', methods.join(', '));
  return new AppError('METHOD_NOT_ALLOWED');
}
