import { Stripe } from 'stripe';

const RETRY_SECONDS = [1, 2, 4, 8, 15, 30, 60, 120];
const TIMEOUT_MS = 10_000;

/** Sends signed events to the webhook at once and retries until it accepts them. */
export class Deliveries {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly stopped = new AbortController();

  constructor(
    public url: string | undefined,
    private readonly secret: string,
  ) {}

  stop(): void {
    this.stopped.abort();
    this.timers.forEach((timer) => clearTimeout(timer));
  }

  async send(event: Stripe.Event, tried = 0): Promise<void> {
    if (this.stopped.signal.aborted || !this.url) return;
    const body = JSON.stringify(event, null, 2);
    const accepted = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature(body, this.secret) },
      body,
      signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    const wait = RETRY_SECONDS[tried];
    if (accepted || wait === undefined) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.send(event, tried + 1);
    }, wait * 1000);
    this.timers.add(timer.unref());
  }
}

/** The `Stripe-Signature` header of a body, computed by Stripe's own library. `timestamp` in seconds, now by default. */
export const signature = (payload: string, secret: string, timestamp?: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
