import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OPERATOR_CONFIRMED_MINUTES } from '@spareswipe/contract';
import { AppError } from '../../platform/common/app-error.js';

/** The operator behind a request, as the operators' guard loaded them. */
export interface SignedInOperator {
  id: string;
  /** Null: all campuses. */
  campus: string | null;
  email: string;
  sessionId: string;
  confirmedAt: Date;
}

/** Throws CONFIRMATION_REQUIRED if the operator entered no code in the last 10 minutes. */
export function assertConfirmed({ confirmedAt }: SignedInOperator, now: Date): void {
  const confirmedUntil = confirmedAt.getTime() + OPERATOR_CONFIRMED_MINUTES * 60_000;
  if (now.getTime() >= confirmedUntil) throw new AppError('CONFIRMATION_REQUIRED');
}

export type OperatorRequest = FastifyRequest & { operator?: SignedInOperator };

/** The signed-in operator. Throws UNAUTHENTICATED without one, so that a route whose guard is missing stays closed. */
export const CurrentOperator = createParamDecorator((_: unknown, context: ExecutionContext): SignedInOperator => {
  const { operator } = context.switchToHttp().getRequest<OperatorRequest>();
  if (!operator) throw new AppError('UNAUTHENTICATED');
  return operator;
});
