import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { SignedInRequest } from '../../platform/http/current-student.js';
import { ExpiryService } from './expiry.service.js';

/**
 * Refunds a student's overdue requests before their route runs, so that status, credits and history agree in every
 * response, even before the sweep. Costs no query if nothing is overdue, except at log-in.
 */
@Injectable()
export class SettleOverdueInterceptor implements NestInterceptor {
  constructor(private readonly expiry: ExpiryService) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const { user: student, loggedIn } = context.switchToHttp().getRequest<SignedInRequest>();
    if (student?.hasOverdueRequests) {
      student.user.credits = await this.expiry.settle(student.id);
      student.asOf = null; // the refund is newer than that position
    }
    if (loggedIn) loggedIn.user.credits = await this.expiry.settle(loggedIn.user._id);
    return next.handle();
  }
}
