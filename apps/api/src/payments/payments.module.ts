import { Module } from '@nestjs/common';
import { CampusesModule } from '../people/campuses/campuses.module.js';
import { CreditsModule } from '../ledger/credits/credits.module.js';
import { UsersModule } from '../people/users/users.module.js';
import { ClosedAccountsService } from './closed-accounts.service.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { ReconcilerService } from './reconciler.service.js';
import { SettlementService } from './settlement.service.js';
import { StripeEventsService } from './stripe-events.service.js';
import { StripeGateway } from './stripe.gateway.js';
import { WebhookController } from './webhook.controller.js';

@Module({
  imports: [CampusesModule, CreditsModule, UsersModule],
  controllers: [PaymentsController, WebhookController],
  providers: [
    PaymentsService,
    SettlementService,
    StripeEventsService,
    StripeGateway,
    ClosedAccountsService,
    ReconcilerService,
  ],
  exports: [ReconcilerService],
})
export class PaymentsModule {}
