import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { RouteMetadata } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import { TsRestAppRouteMetadataKey } from '@ts-rest/nest';

const OPEN = Symbol('open');

/** For routes outside the contract (health, docs, the payment webhook): no log-in needed. */
export const Open = () => SetMetadata(OPEN, true);

export interface RouteRules {
  access: 'public' | 'signed-in' | 'verified' | 'operator';
  confirmed?: boolean | undefined;
  limit?: { name: string; perHour: number } | undefined;
}

/** Who may call this handler, and how often. A route without this metadata is for verified students only. */
export function rulesOf(reflector: Reflector, context: ExecutionContext): RouteRules {
  if (reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()]))
    return { access: 'public' };
  // ts-rest keeps the route of the contract beside the handler that serves it
  const route = reflector.get<{ appRoute: AppRoute } | undefined>(TsRestAppRouteMetadataKey, context.getHandler());
  const { access = 'verified', confirmed, limit } = (route?.appRoute.metadata ?? {}) as RouteMetadata;
  return {
    access,
    confirmed,
    limit: limit && route && { ...limit, name: `${route.appRoute.method} ${route.appRoute.path}` },
  };
}
