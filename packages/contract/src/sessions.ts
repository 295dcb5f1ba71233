import { z } from 'zod';
import { c, id, signedInRoute, success, successMessage, timestamp } from './wire.js';

export const sessionInfo = z.object({
  _id: id,
  device: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

export const sessions = c.router({
  mine: {
    method: 'GET',
    path: '/users/sessions',
    summary: 'Where the student is logged in',
    responses: { 200: success({ sessions: z.array(sessionInfo) }) },
  },
  end: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session',
    metadata: signedInRoute,
    body: c.noBody(),
    /** `campusLogOut`: where the browser ends the session at the campus, after a sign-on. */
    responses: { 200: success({ message: z.string(), campusLogOut: z.string().optional() }) },
  },
  endAll: {
    method: 'DELETE',
    path: '/users/sessions',
    summary: 'Sign out everywhere',
    body: c.noBody(),
    responses: { 200: successMessage },
  },
});
