import { Deliveries } from './deliveries.js';
import { Failure } from './failure.js';
import { Faults } from './faults.js';
import { IdempotencyKeys } from './idempotency.js';
import { World } from './world.js';

export interface AccountOptions {
  /** The URL that events are sent to; by default they are not sent. */
  webhookUrl?: string;
  now?: () => Date;
}

/** One call that the fake received, for tests that check what was sent. */
export interface ReceivedCall {
  method: string;
  path: string;
  parameters: object;
  idempotencyKey?: string;
}

/** A Stripe account with its keys, objects and pending faults. */
export class FakeAccount {
  readonly secretKey = 'sk_test_fake';
  readonly publishableKey = 'pk_test_fake';
  readonly webhookSecret = 'whsec_fake';
  readonly world: World;
  readonly deliveries: Deliveries;
  readonly faults = new Faults();
  readonly keys = new IdempotencyKeys();
  readonly requests: ReceivedCall[] = [];

  constructor({ webhookUrl, now = () => new Date() }: AccountOptions) {
    this.world = new World(now);
    this.deliveries = new Deliveries(webhookUrl, this.webhookSecret);
    this.world.onEvent = (event) => void this.deliveries.send(event);
  }

  /** Which of the account's keys this is; throws 401 for any other. */
  keyOf(authorization: string | undefined, given: string | undefined): 'secret' | 'publishable' {
    const key = authorization?.replace(/^Bearer /, '') ?? given;
    if (!key) throw unauthorised('You did not provide an API key.');
    if (key === this.secretKey) return 'secret';
    if (key === this.publishableKey) return 'publishable';
    throw unauthorised(`Invalid API Key provided: ${key.slice(0, 8)}****`);
  }
}

const unauthorised = (message: string) => new Failure(401, { type: 'invalid_request_error', message });
