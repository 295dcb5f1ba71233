import { createECDH } from 'node:crypto';
import type { PushServiceStandIn } from '@spareswipe/local-services';
import type { Api } from './start-api.js';
import type { GivenStudent } from './given.js';
import { until } from './until.js';

/** The public half of `VAPID_PRIVATE_KEY` in `start-api.ts`. */
export const PUBLIC_KEY = 'BJbHCCjDp4hIql_FgautJ5COnMJyAtlxyswq_DNcIdIWmEA-LXHzcXTrdqn6J8BLRh91LSLf_Wn1nvODlXOPCPk';

/** A value for `VAPID_PRIVATE_KEY` that differs from the key of the tests. */
export function newVapidKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair.getPrivateKey().toString('base64url').padStart(43, 'A');
}

/** Browsers of students that get notifications through a push service on this machine. */
export const phonesWith = (api: Api, service: PushServiceStandIn) => ({
  /** A new device of this student, and what arrives on it. */
  async of(student: GivenStudent, publicKey = PUBLIC_KEY) {
    const subscription = service.subscribe(publicKey);
    const { body, status } = await api.as(student).push.subscribe({ body: subscription });
    if (status !== 201) throw new Error(`not subscribed: ${JSON.stringify(body)}`);
    const { endpoint } = subscription;
    return {
      id: body.device._id,
      subscription,
      endpoint,
      pushes: () => service.to(endpoint),
      attempts: () => service.attempts.filter((attempt) => attempt === endpoint).length,
      /** Waits for this many notifications in all, and returns the last. */
      async received(count = 1) {
        await until(`${count} notifications`, () => service.to(endpoint).length >= count);
        return service.to(endpoint).at(-1)!;
      },
    };
  },
});
