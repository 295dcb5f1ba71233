import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { SignedInRequest } from '../http/current-student.js';
import { ExpiryService } from './expiry.service.js';

/**
 * Refunds a student's own overdue requests before anything of theirs is read or spent: status, credits and history then
 * agree in every answer, also before the sweep. Costs no query where nothing is overdue.
 */
@Injectable()
export class SettleOverdueInterceptor implements NestInterceptor {
  constructor(private readonly expiry: ExpiryService) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const student = context.switchToHttp().getRequest<SignedInRequest>().user;
    if (student?.hasOverdueRequests) student.user.credits = await this.expiry.settle(student.id);
    return next.handle();
  }
}
