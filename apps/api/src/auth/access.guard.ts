import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { contract } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import { accessOf, routeOf } from '../common/access.js';
import { AppError } from '../common/app-error.js';
import type { SignedInStudent } from '../common/current-student.js';
import { RateLimits } from '../common/rate-limits.service.js';
import type { RateLimitName } from '../config/rate-limits.js';
import { SessionsService, type Claims } from './sessions.service.js';

/** Routes that a student may call only so often. */
const LIMITED = new Map<AppRoute, RateLimitName>([
  [contract.requests.create, 'createRequest'],
  [contract.matches.accept, 'acceptRequest'],
  [contract.payments.createPaymentIntent, 'createPaymentIntent'],
]);

/** Lets a request in as its route's access says, and tells the handler who is calling. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    if (access === 'public') return true;
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<{ user: Claims | SignedInStudent }>();
    const claims = request.user as Claims;
    const limit = LIMITED.get(routeOf(this.reflector, context)!);
    const counted = limit && this.limits.count(limit, claims.sub); // beside the query, not after it
    counted?.catch(() => undefined); // judged below
    const student = await this.sessions.student(claims);
    if (student && (access !== 'verified' || student.user.verified)) {
      await counted;
      request.user = student;
      return true;
    }
    // whoever holds the token of an ended session uses up nothing of the student's
    await counted?.catch(() => undefined);
    if (limit) await this.limits.giveBack(limit, claims.sub);
    throw new AppError(student ? 'EMAIL_NOT_VERIFIED' : 'UNAUTHENTICATED');
  }

  override handleRequest<T>(error: Error | null, claims: T | false): T {
    if (error) throw error;
    if (!claims) throw new AppError('UNAUTHENTICATED');
    return claims;
  }
}
