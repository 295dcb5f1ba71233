import type { Stripe } from 'stripe';
import { invalid, missing } from './failure.js';
import type { World } from './world.js';

interface Listed {
  id: string;
  created: number;
}

type ListParams = Stripe.PaginationParams & { created?: Stripe.RangeQueryParam | number };

/** One page, newest first, with Stripe's order and cursors. */
export function page<T extends Listed>(all: Iterable<T>, params: ListParams, url: string): Stripe.ApiList<T> {
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100) throw invalid('Invalid limit: must be between 1 and 100', undefined, 'limit');
  const found = [...all]
    .reverse()
    .filter(within(params.created))
    .sort((a, b) => b.created - a.created);
  const { starting_after: after, ending_before: before } = params;
  const start = after === undefined ? 0 : position(found, after, 'starting_after') + 1;
  const end = before === undefined ? found.length : position(found, before, 'ending_before');
  const range = found.slice(start, end);
  const data = before === undefined ? range.slice(0, limit) : range.slice(-limit);
  return { object: 'list', data, has_more: range.length > limit, url };
}

function within(created: ListParams['created']) {
  const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {});
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return (object: Listed) =>
    object.created > gt && object.created >= gte && object.created < lt && object.created <= lte;
}

function position(found: Listed[], id: string, param: string): number {
  const index = found.findIndex((object) => object.id === id);
  if (index < 0) throw missing('object', id, param);
  return index;
}

const EXPANDABLE = new Set(['latest_charge', 'charge', 'payment_intent']);

/** Copies the object and replaces the ids at `paths` with their objects; throws for a path that the fake cannot expand. */
export function expanded<T extends object>(world: World, object: T, paths: string[] = []): T {
  const copy = structuredClone(object) as Record<string, unknown>;
  for (const path of paths) {
    const id = copy[path];
    if (!EXPANDABLE.has(path) || id === undefined)
      throw invalid(`This property cannot be expanded (${path}).`, undefined, 'expand');
    if (typeof id === 'string') copy[path] = structuredClone(world.intents.get(id) ?? world.charges.get(id));
  }
  return copy as T;
}

/** The same for a list, where paths begin with `data.`. */
export function expandedPage<T extends object>(
  world: World,
  list: Stripe.ApiList<T>,
  paths: string[] = [],
): Stripe.ApiList<T> {
  const inner = paths.map((path) => {
    if (!path.startsWith('data.')) throw invalid(`This property cannot be expanded (${path}).`, undefined, 'expand');
    return path.slice('data.'.length);
  });
  return { ...list, data: list.data.map((object) => expanded(world, object, inner)) };
}
