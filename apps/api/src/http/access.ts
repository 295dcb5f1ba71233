import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { Access } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import { TsRestAppRouteMetadataKey } from '@ts-rest/nest';

const OPEN = Symbol('open');

/** For routes outside the contract (health, docs, the payment webhook): no log-in needed. */
export const Open = () => SetMetadata(OPEN, true);

/** The contract route behind a handler, if it serves one. */
export function routeOf(reflector: Reflector, context: ExecutionContext): AppRoute | undefined {
  return reflector.get<{ appRoute: AppRoute } | undefined>(TsRestAppRouteMetadataKey, context.getHandler())?.appRoute;
}

/** Who may call this handler. A route that says nothing is for verified students only. */
export function accessOf(reflector: Reflector, context: ExecutionContext): Access | 'verified' {
  if (reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()])) return 'public';
  const metadata = routeOf(reflector, context)?.metadata as { access?: Access } | undefined;
  return metadata?.access ?? 'verified';
}
