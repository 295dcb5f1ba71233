import { z } from 'zod';
import { announcement } from '../announcements.js';
import { ANNOUNCEMENT_MAX, ANNOUNCEMENT_MIN } from '../constants.js';
import { c, fails, idempotencyHeaders, idParam, limitedRoute, line, requiredLines, success } from '../wire.js';
import { done, withReason } from './log.js';

export const deskAnnouncement = announcement.extend({ campus: z.string(), readers: z.number().int() });
export type DeskAnnouncement = z.infer<typeof deskAnnouncement>;

export const announce = z.object({
  campus: line('Please choose a campus'),
  text: requiredLines(
    ANNOUNCEMENT_MIN,
    ANNOUNCEMENT_MAX,
    `The announcement must have ${ANNOUNCEMENT_MIN} to ${ANNOUNCEMENT_MAX} characters`,
  ),
});
export type Announce = z.infer<typeof announce>;

export const announcementRoutes = c.router({
  announcements: {
    method: 'GET',
    path: '/announcements',
    summary: 'The latest announcements that still show, and how many students dismissed them',
    responses: { 200: success({ announcements: z.array(deskAnnouncement) }) },
  },
  announce: {
    method: 'POST',
    path: '/announcements',
    summary: 'Tell all students of a campus something; it shows until each of them has read it',
    metadata: limitedRoute(20),
    headers: idempotencyHeaders,
    body: announce,
    responses: { ...done, ...fails('IDEMPOTENCY_KEY_REUSED') },
  },
  withdrawAnnouncement: {
    method: 'POST',
    path: '/announcements/:id/withdraw',
    summary: 'Show an announcement to nobody any more',
    pathParams: idParam,
    body: withReason,
    responses: done,
  },
});
