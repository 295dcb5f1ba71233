import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CampusPause, User } from '@spareswipe/contract';
import type { FastifyRequest } from 'fastify';

/** The student behind a request, as the access guard loaded them: balances and strikes included, so `user` needs no query. */
export interface SignedInStudent {
  id: string;
  sessionId: string;
  institution: string;
  user: User;
  /** Some of their requests are past their deadline and not refunded yet. */
  hasOverdueRequests: boolean;
  /** The position that PostgreSQL had written when the call began; a replica that has replayed it may serve the call. Null: read the primary. */
  asOf: string | null;
  /** The pause of their campus. */
  pause: CampusPause | null;
}

/** `user` is the student who calls a route, `loggedIn` the student who has just logged in through it. */
export type SignedInRequest = FastifyRequest & { user?: SignedInStudent; loggedIn?: { user: User } };

/** The signed-in student; `undefined` on public routes only. */
export const CurrentStudent = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<SignedInRequest>().user,
);
