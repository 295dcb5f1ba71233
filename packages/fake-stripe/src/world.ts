import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

type Named<T extends Stripe.Event['type']> = Extract<Stripe.Event, { type: T }>;

/**
 * All objects of the Stripe account, with the fields that the shop and its page read. They are changed in place; events carry
 * copies.
 */
export class World {
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly events = new Map<string, Stripe.Event>();
  /** Called with every event, after the change that it reports. */
  onEvent: (event: Stripe.Event) => void = () => undefined;

  constructor(private readonly now: () => Date) {}

  seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  id(prefix: string): string {
    return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`;
  }

  emit<T extends Stripe.Event['type']>(type: T, object: Named<T>['data']['object']): void {
    const draft = {
      id: this.id('evt'),
      object: 'event',
      created: this.seconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      type,
    };
    // TypeScript cannot see that `type` and `object` belong together; the signature above ensures it.
    const event = draft as unknown as Stripe.Event;
    this.events.set(event.id, event);
    this.onEvent(event);
  }
}
