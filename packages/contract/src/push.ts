import { z } from 'zod';
import { PUSH_DEVICES_MAX, PUSH_ENDPOINT_MAX } from './constants.js';
import { c, fails, id, idParam, limitedRoute, success, successMessage, timestamp, webAddress } from './wire.js';

const INCOMPLETE = 'Please let your browser subscribe again';
const base64url = (length: number) => z.string(INCOMPLETE).regex(new RegExp(`^[\\w-]{${length}}$`), INCOMPLETE);

/** What the browser's push manager returns, and the key of ours that it subscribed with. Keys are base64url, unpadded. */
export const subscribeDevice = z.object({
  endpoint: webAddress(PUSH_ENDPOINT_MAX, INCOMPLETE),
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }, INCOMPLETE),
  publicKey: base64url(87),
});
export type SubscribeDevice = z.infer<typeof subscribeDevice>;

/** A browser that gets a student's notifications. `endpointHash`: SHA-256 in base64url, so that a browser knows itself. */
export const pushDevice = z.object({ _id: id, name: z.string(), createdAt: timestamp, endpointHash: z.string() });
export type PushDevice = z.infer<typeof pushDevice>;

export const push = c.router({
  devices: {
    method: 'GET',
    path: '/alerts/devices',
    summary: "The browsers that get the student's notifications",
    responses: {
      200: success({
        /** The key that browsers subscribe with; null where notifications are not set up. */
        publicKey: z.string().nullable(),
        devices: z.array(pushDevice),
      }),
    },
  },
  subscribe: {
    method: 'POST',
    path: '/alerts/devices',
    summary: `Send notifications to this browser; may be repeated. Over ${PUSH_DEVICES_MAX} devices, the oldest is removed`,
    metadata: limitedRoute(120),
    body: subscribeDevice,
    responses: { 201: success({ device: pushDevice }), ...fails('PUSH_KEY_CHANGED', 'PUSH_NOT_CONFIGURED') },
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/alerts/devices/:id',
    summary: 'Stop notifications to a device',
    pathParams: idParam,
    body: c.noBody(),
    responses: { 200: successMessage, ...fails('NOT_FOUND') },
  },
});
