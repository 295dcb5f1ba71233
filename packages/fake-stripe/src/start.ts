import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Stripe } from 'stripe';
import { FakeAccount, type AccountOptions } from './account.js';
import { decideDispute, openDispute } from './disputes.js';
import { authenticateIntent, cancelIntent, confirmIntent } from './intents.js';
import { createRefund, failRefund } from './refunds.js';
import { stripeServer } from './server.js';

interface FakeStripeOptions extends AccountOptions {
  /** The default, 0, means any free port. */
  port?: number;
  /** A port that outlives it, instead of one of its own: `stop` ends only its use. */
  listener?: Server;
}

/** Starts a fake Stripe. It keeps everything in memory and loses it on `stop`. */
export async function startFakeStripe({ port = 0, listener, ...options }: FakeStripeOptions = {}) {
  const account = new FakeAccount(options);
  const { world, deliveries } = account;
  const server = stripeServer(account);
  const guests = new Set<Socket>();
  const greet = (socket: Socket) => {
    guests.add(socket);
    server.emit('connection', socket);
  };
  if (listener) listener.on('connection', greet).maxConnections = Infinity;
  else await once(server.listen(port, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${((listener ?? server).address() as AddressInfo).port}`;
  return Object.assign(account, {
    /** For STRIPE_API_BASE. */
    url,
    /** Where pages load the stand-in for Stripe.js from. */
    scriptUrl: `${url}/v3/`,
    /** Pays as the student, with 4242 4242 4242 4242 or another of Stripe's test cards. */
    pay: (intent: string, cardNumber = '4242424242424242') => confirmIntent(world, intent, cardNumber),
    /** The student passes or fails 3-D Secure. */
    authenticate: (intent: string, accepted: boolean) => authenticateIntent(world, intent, accepted),
    cancel: (intent: string) => cancelIntent(world, intent),
    /** `amount` in cents; by default everything not yet refunded. */
    refund: (intent: string, amount?: number) => createRefund(world, { payment_intent: intent, amount }),
    failRefund: (refund: string) => failRefund(world, refund),
    dispute: (intent: string, amount?: number) => openDispute(world, intent, amount),
    decideDispute: (dispute: string, status: Stripe.Dispute.Status) => decideDispute(world, dispute, status),
    async stop() {
      deliveries.stop();
      if (listener) listener.off('connection', greet).maxConnections = 0;
      guests.forEach((socket) => socket.destroy());
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;
