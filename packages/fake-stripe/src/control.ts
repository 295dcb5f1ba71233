import { decideDispute, openDispute } from './disputes.js';
import { invalid, missing } from './failure.js';
import type { Fault } from './faults.js';
import type { FakeAccount } from './account.js';
import { authenticateIntent } from './intents.js';
import { failRefund } from './refunds.js';
import { asSeenByPage, intentWithSecret } from './routes.js';

interface Command {
  payment_intent?: string;
  amount?: number;
  status?: string;
  client_secret?: string;
  accepted?: boolean;
  url?: string;
  dropped?: number;
  copies?: number;
  shuffled?: boolean;
}

/**
 * Triggers events that Stripe's API has no call for: a cardholder's dispute, a refusing bank, a broken network.
 * `POST /_fake/…` with a JSON body; only for tests and development.
 */
export async function control(account: FakeAccount, method: string, path: string, body: string): Promise<object> {
  const [what = '', id] = path.replace('/_fake/', '').split('/');
  if (method === 'GET' && what === 'requests') return { requests: account.requests };
  if (method !== 'POST') throw missing('control', path, 'path');
  const json: unknown = body ? JSON.parse(body) : {};
  const command = json as Command;
  const { world, deliveries, faults } = account;
  switch (what) {
    case 'disputes':
      if (id) return decideDispute(world, id, command.status ?? 'lost');
      return openDispute(world, command.payment_intent ?? '', command.amount);
    case 'failed-refunds':
      return failRefund(world, id ?? '');
    case 'authentications':
      intentWithSecret(world, id ?? '', command.client_secret);
      return asSeenByPage(authenticateIntent(world, id ?? '', command.accepted === true));
    case 'faults':
      faults.add(json as Fault);
      return {};
    case 'webhooks':
      if (id === 'hold') deliveries.hold();
      else if (id === 'release') await deliveries.release(command);
      else if (command.url) deliveries.url = command.url;
      else throw invalid('hold, release or a url');
      return {};
    default:
      throw missing('control', path, 'path');
  }
}
