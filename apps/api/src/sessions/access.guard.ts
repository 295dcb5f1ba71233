import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { contract } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import { accessOf, routeOf } from '../http/access.js';
import { AppError } from '../common/app-error.js';
import type { SignedInRequest } from '../http/current-student.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import type { RateLimitName } from '../limits/rate-limits.js';
import { SessionTokens } from './session-tokens.js';
import { SessionsService } from './sessions.service.js';

/** Routes that a student may call only so often. */
const LIMITED = new Map<AppRoute, RateLimitName>([
  [contract.requests.create, 'createRequest'],
  [contract.matches.accept, 'acceptRequest'],
  [contract.payments.createPaymentIntent, 'createPaymentIntent'],
]);

/** Checks the access of the route, and sets `request.user` for the handler. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: SessionTokens,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const claims = this.tokens.claims(request.headers.authorization);
    if (!claims) throw new AppError('UNAUTHENTICATED');
    const limit = LIMITED.get(routeOf(this.reflector, context)!);
    const student = await this.sessions.student(claims);
    if (!student) throw new AppError('UNAUTHENTICATED');
    if (access === 'verified' && !student.user.verified) throw new AppError('EMAIL_NOT_VERIFIED');
    // counted last, so that the token of an ended session can't use up the student's limit
    if (limit) await this.limits.count(limit, claims.sub);
    request.user = student;
    return true;
  }
}
