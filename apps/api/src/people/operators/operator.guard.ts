import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { rulesOf } from '../../platform/http/access.js';
import { RateLimits } from '../../platform/limits/rate-limits.service.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { assertConfirmed, type OperatorRequest } from './current-operator.js';
import { OperatorSessions } from './operator-sessions.service.js';

/** Checks access to the routes of operators; those of students have the guard of `sessions`. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
    private readonly tokens: SessionTokens,
    private readonly sessions: OperatorSessions,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { access, confirmed, limit } = rulesOf(this.reflector, context);
    if (access !== 'operator') return true;
    const request = context.switchToHttp().getRequest<OperatorRequest>();
    const claims = this.tokens.claims(request.headers.authorization);
    const operator = claims && (await this.sessions.operator(claims));
    if (!operator) throw new AppError('UNAUTHENTICATED');
    if (confirmed) assertConfirmed(operator, this.clock.now());
    if (limit) await this.limits.countCall(limit, operator.id);
    request.operator = operator;
    return true;
  }
}
