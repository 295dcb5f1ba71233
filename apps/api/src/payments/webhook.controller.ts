import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { Open } from '../platform/http/access.js';
import { AppError } from '../platform/common/app-error.js';
import { Clock } from '../platform/common/clock.js';
import { RawBody } from '../platform/http/raw-body.js';
import { StripeEventsService } from './stripe-events.service.js';
import { StripeGateway } from './stripe.gateway.js';

/** Receives Stripe's events. The body is the raw text that Stripe signed. */
@Controller('api/payments/webhook')
export class WebhookController {
  constructor(
    private readonly clock: Clock,
    private readonly stripe: StripeGateway,
    private readonly events: StripeEventsService,
  ) {}

  /** Responds as soon as the event is stored; a worker processes it. */
  @Open()
  @Post()
  @RawBody({ bodyLimit: 256 * 1024 })
  @HttpCode(200)
  async receive(@Body() body: unknown, @Headers('stripe-signature') signature = '') {
    if (typeof body !== 'string') throw new AppError('BAD_SIGNATURE');
    await this.events.store(this.stripe.verify(body, signature, this.clock.now()));
    return { received: true };
  }
}
