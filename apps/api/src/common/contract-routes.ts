import { Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { validateIfSchema, validateMultiSchemaObject, type AppRoute } from '@ts-rest/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Serves } from './access.js';
import { AppError } from './app-error.js';

type Handlers = Record<string, (call: never) => Promise<{ status: number; body: unknown }>>;

/**
 * Serves routes of the contract by the handlers of the same names that a controller's method returns; `tsRestHandler`
 * types them. Each call is checked against the contract first. ts-rest's own decorator does the same by an interceptor,
 * but a route with an interceptor costs Nest some dozen observables per call, a tenth of all the time that listing takes.
 */
export const ContractRoutes =
  (routes: Record<string, AppRoute>) =>
  (controller: object, name: string, { value }: { value?: (...given: never[]) => Handlers }): void => {
    const handlers = value as (...given: unknown[]) => Handlers;
    const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, name);
    for (const [key, route] of Object.entries(routes)) {
      const serve = async function (this: object, ...given: unknown[]) {
        const [request, reply] = given.splice(handlers.length) as [FastifyRequest, FastifyReply];
        const call = checked(route, request);
        const { status, body } = await handlers.apply(this, given)[key]!(call as never);
        reply.status(status);
        return body;
      };
      // Nest finds a handler, and what its parameters are, by the name of a method of the controller
      const method = `${name} ${key}`;
      Object.defineProperty(controller, method, { value: serve });
      Reflect.defineMetadata(ROUTE_ARGS_METADATA, parameters ?? {}, controller.constructor, method);
      Req()(controller, method, handlers.length);
      Res({ passthrough: true })(controller, method, handlers.length + 1);
      Serves(route)(serve);
      RequestMapping({ path: route.path, method: RequestMethod[route.method] })(controller, method, { value: serve });
    }
  };

/** What the call says, as the contract reads it; throws VALIDATION_FAILED with all that the contract does not allow. */
function checked(route: AppRoute, request: FastifyRequest) {
  const params = validateIfSchema(request.params, route.pathParams);
  const headers = validateMultiSchemaObject(request.headers, route.headers);
  const query = validateIfSchema(request.query, route.query);
  const body = validateIfSchema(request.body, 'body' in route ? route.body : undefined);
  const issues = [params, headers, query, body].flatMap(({ error }): readonly Issue[] => error?.issues ?? []);
  if (issues.length) throw invalid(issues);
  return { params: params.value, headers: headers.value, query: query.value, body: body.value };
}

interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
}

/** The message is the first issue's; one about the body as a whole has no words for a screen, so the table's is used. */
function invalid(issues: readonly Issue[]): AppError {
  const errors = issues.map(({ path, message }) => ({ path: pathOf(path), message }));
  const first = errors.find(({ path }) => path !== '');
  return new AppError('VALIDATION_FAILED', { errors, ...(first && { message: first.message }) });
}

const pathOf = (path: Issue['path'] = []) =>
  path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.');
