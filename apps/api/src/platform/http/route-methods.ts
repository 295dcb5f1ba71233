import { isAppRoute, type AppRouter } from '@ts-rest/core';

type Known = { path: RegExp; method: string };
const known = new WeakMap<AppRouter, Known[]>();

/** The methods that the contract serves at this URL; empty if it has no such path. */
export function methodsOf(router: AppRouter, url: string): string[] {
  if (!known.has(router)) known.set(router, routesOf(router));
  const [path = ''] = url.split('?', 1);
  return (known.get(router) ?? []).filter((route) => route.path.test(path)).map(({ method }) => method);
}

const routesOf = (router: AppRouter): Known[] =>
  Object.values(router).flatMap((entry) =>
    isAppRoute(entry)
      ? [{ path: new RegExp(`^${entry.path.replace(/:\w+/g, '[^/]+')}$`), method: entry.method }]
      : routesOf(entry),
  );
