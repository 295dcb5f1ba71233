import type { AppRoute, AppRouter, ServerInferResponseBody } from '@ts-rest/core';
import { tsRestHandler, type TsRestRequestShape } from '@ts-rest/nest';

type SuccessStatus = 200 | 201;
type SuccessBody<Route extends AppRoute> = ServerInferResponseBody<Route, keyof Route['responses'] & SuccessStatus>;
export type WithoutSuccess<Body> = Body extends unknown ? Omit<Body, 'success'> : never;
type Result<Route extends AppRoute> = WithoutSuccess<SuccessBody<Route>>;

type Handlers<Group extends AppRouter> = {
  [Name in keyof Group]: Group[Name] extends AppRoute
    ? (request: TsRestRequestShape<Group[Name]>) => Result<Group[Name]> | Promise<Result<Group[Name]>>
    : never;
};

/**
 * Implements a group of the contract. A handler returns the fields of its route's success body; the status is the one
 * that the contract gives to success, and a failure is a thrown `AppError`.
 */
export function implement<Group extends AppRouter>(group: Group, handlers: Handlers<Group>) {
  const implementation = Object.entries<(request: never) => object | Promise<object>>(handlers).map(
    ([name, handle]) => {
      const { responses } = group[name] as AppRoute;
      const status: SuccessStatus = 201 in responses ? 201 : 200;
      return [name, async (request: never) => ({ status, body: { success: true, ...(await handle(request)) } })];
    },
  );
  return tsRestHandler(group, Object.fromEntries(implementation) as Parameters<typeof tsRestHandler<Group>>[1]);
}
