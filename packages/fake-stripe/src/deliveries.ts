import { Stripe } from 'stripe';

const RETRY_SECONDS = [1, 2, 4, 8, 15, 30, 60, 120];
const TIMEOUT_MS = 10_000;

interface Options {
  url?: string;
  secret: string;
}

/** How to send the events that were held: the share to drop, the copies of each other event, and whether to shuffle. */
export interface ReleasePlan {
  dropped?: number;
  copies?: number;
  shuffled?: boolean;
  /** Decides what is dropped and the order; returns 0 ≤ number < 1. */
  random?: () => number;
}

/** Sends signed events to the webhook at once and retries until it accepts them, or holds them for a test. */
export class Deliveries {
  url: string | undefined;
  held: Stripe.Event[] | undefined;
  private readonly secret: string;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly stopped = new AbortController();

  constructor({ url, secret }: Options) {
    this.url = url;
    this.secret = secret;
  }

  accept(event: Stripe.Event): void {
    if (this.held) this.held.push(event);
    else if (this.url) void this.send(event, 0);
  }

  hold(): void {
    this.held ??= [];
  }

  /** Stops holding events. Resolves when every event has been sent once. */
  async release({ dropped = 0, copies = 1, shuffled = false, random = Math.random }: ReleasePlan = {}): Promise<void> {
    const kept = (this.held ?? [])
      .filter(() => random() >= dropped)
      .flatMap((event) => Array<Stripe.Event>(copies).fill(event));
    this.held = undefined;
    if (shuffled) shuffle(kept, random);
    for (const event of kept) await this.send(event, 0);
  }

  stop(): void {
    this.stopped.abort();
    this.timers.forEach((timer) => clearTimeout(timer));
  }

  private async send(event: Stripe.Event, tried: number): Promise<void> {
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

function shuffle(items: Stripe.Event[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
}
