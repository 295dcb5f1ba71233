import type { Stripe } from 'stripe';
import { invalid, missing } from './failure.js';
import type { World } from './world.js';

interface Listed {
  id: string;
  created: number;
}

export interface ListParams {
  limit?: number;
  starting_after?: string;
  created?: { gte?: number };
}

/** One page, newest first, with Stripe's order and cursor. */
export function page<T extends Listed>(all: Iterable<T>, params: ListParams, url: string): Stripe.ApiList<T> {
  const { limit = 10, starting_after: after, created } = params;
  const found = [...all]
    .reverse()
    .filter((object) => object.created >= (created?.gte ?? 0))
    .sort((a, b) => b.created - a.created);
  const position = after === undefined ? -1 : found.findIndex(({ id }) => id === after);
  if (after !== undefined && position < 0) throw missing('object', after);
  const data = found.slice(position + 1).slice(0, limit);
  return { object: 'list', data, has_more: found.length > position + 1 + limit, url };
}

/** A copy of the intent, with its latest charge in place of the charge's id if `paths` ask for it. */
export function expanded(world: World, intent: Stripe.PaymentIntent, paths: string[] = []): Stripe.PaymentIntent {
  const copy = structuredClone(intent);
  for (const path of paths) {
    if (path !== 'latest_charge') throw invalid(`This property cannot be expanded (${path}).`);
    const id = intent.latest_charge;
    if (typeof id === 'string') copy.latest_charge = structuredClone(world.charges.get(id)!);
  }
  return copy;
}
