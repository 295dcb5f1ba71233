import { z } from 'zod';
import { c, fails, id, idParam, success, successMessage, timestamp } from './wire.js';

/** An announcement by a campus's operators to all its students: plain text. */
export const announcement = z.object({ _id: id, text: z.string(), createdAt: timestamp });
export type Announcement = z.infer<typeof announcement>;

export const announcements = c.router({
  unread: {
    method: 'GET',
    path: '/announcements/unread',
    summary: "The latest announcements of the student's campus that they have not dismissed",
    responses: { 200: success({ announcements: z.array(announcement) }) },
  },
  read: {
    method: 'POST',
    path: '/announcements/:id/read',
    summary: 'Dismiss an announcement; again, it changes nothing',
    pathParams: idParam,
    body: c.noBody(),
    responses: { 200: successMessage, ...fails('NOT_FOUND') },
  },
});
