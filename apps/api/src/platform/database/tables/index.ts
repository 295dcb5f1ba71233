import { Alert, AlertSettings, AlertWave } from './alert.entity.js';
import { Announcement, AnnouncementRead } from './announcement.entity.js';
import { Campus } from './campus.entity.js';
import { EmailToken } from './email-token.entity.js';
import { Session } from './session.entity.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { Account } from './account.entity.js';
import { Transfer } from './transfer.entity.js';
import { Dispute } from './dispute.entity.js';
import { StartingMeals } from './starting-meals.entity.js';
import { Match } from './match.entity.js';
import { Operator, OperatorLogLine, OperatorRecoveryCode, OperatorSession } from './operator.entity.js';
import { Order } from './order.entity.js';
import { Notice } from './notice.entity.js';
import { PushSubscription } from './push-subscription.entity.js';
import { StripeEvent } from './stripe-event.entity.js';
import { Rating } from './rating.entity.js';
import { Report } from './report.entity.js';
import { Reputation, ReputationChange } from './reputation.entity.js';
import { Strike } from './strike.entity.js';
import { Identity } from './identity.entity.js';
import { SignOnAttempt } from './sign-on-attempt.entity.js';
import { MealRequest } from './meal-request.entity.js';
import { Student } from './student.entity.js';

/** Every table with an entity. Libraries own the tables of rate limits and jobs. */
export const entities = [
  Student,
  EmailToken,
  Session,
  Identity,
  SignOnAttempt,
  IdempotencyKey,
  MealRequest,
  Match,
  Rating,
  Reputation,
  ReputationChange,
  Report,
  Strike,
  Order,
  StripeEvent,
  Account,
  Transfer,
  Dispute,
  StartingMeals,
  Campus,
  Announcement,
  AnnouncementRead,
  AlertSettings,
  Alert,
  AlertWave,
  Operator,
  OperatorRecoveryCode,
  OperatorSession,
  OperatorLogLine,
  PushSubscription,
  Notice,
];
