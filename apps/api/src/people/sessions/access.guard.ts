import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '../../platform/common/app-error.js';
import { rulesOf } from '../../platform/http/access.js';
import type { SignedInRequest } from '../../platform/http/current-student.js';
import { RateLimits } from '../../platform/limits/rate-limits.service.js';
import { SessionTokens } from './session-tokens.js';
import { SessionsService } from './sessions.service.js';

/** Checks access and limit of the route, and sets `request.user` for the handler. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: SessionTokens,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { access, limit } = rulesOf(this.reflector, context);
    // the guard of operators decides about theirs
    if (access === 'public' || access === 'operator') return true;
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const claims = this.tokens.claims(request.headers.authorization);
    const student = claims && (await this.sessions.student(claims));
    if (!student) throw new AppError('UNAUTHENTICATED');
    if (access === 'verified' && !student.user.verified) throw new AppError('EMAIL_NOT_VERIFIED');
    // counted last, so that the token of an ended session can't use up the student's limit
    if (limit) await this.limits.countCall(limit, student.id);
    request.user = student;
    return true;
  }
}
