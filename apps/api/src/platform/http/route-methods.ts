import { contract } from '@spareswipe/contract';
import { isAppRoute, type AppRouter } from '@ts-rest/core';

const routesOf = (router: AppRouter): { path: RegExp; method: string }[] =>
  Object.values(router).flatMap((entry) =>
    isAppRoute(entry)
      ? [{ path: new RegExp(`^${entry.path.replace(/:\w+/g, '[^/]+')}$`), method: entry.method }]
      : routesOf(entry),
  );
const ROUTES = routesOf(contract);

/** The methods that the contract serves at this URL; empty if it has no such path. */
export function methodsOf(url: string): string[] {
  const [path = ''] = url.split('?', 1);
  return ROUTES.filter((route) => route.path.test(path)).map(({ method }) => method);
}
