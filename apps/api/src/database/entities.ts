import { EmailToken } from '../auth/email-token.entity.js';
import { Session } from '../auth/session.entity.js';
import { IdempotencyKey } from '../common/idempotency-key.entity.js';
import { Account } from '../credits/account.entity.js';
import { Transfer } from '../credits/transfer.entity.js';
import { Match } from '../matches/match.entity.js';
import { Order } from '../payments/order.entity.js';
import { StripeEvent } from '../payments/stripe-event.entity.js';
import { Rating } from '../ratings/rating.entity.js';
import { Strike } from '../ratings/strike.entity.js';
import { MealRequest } from '../requests/meal-request.entity.js';
import { Student } from '../users/student.entity.js';

/** Every table of ours that code names. Rate limits and jobs belong to their libraries. */
export const entities = [
  Student,
  EmailToken,
  Session,
  IdempotencyKey,
  MealRequest,
  Match,
  Rating,
  Strike,
  Order,
  StripeEvent,
  Account,
  Transfer,
];
