import { z } from 'zod';
import { campusPause, guestRules } from '../campuses.js';
import { GUEST_RULES_MAX, PAUSE_NOTICE_MAX } from '../constants.js';
import { c, idParam, operatorRoute, requiredLines, success, timestamp } from '../wire.js';
import { done, withReason } from './log.js';

export const campusSettings = z.object({ pause: campusPause.nullable(), guestRules: guestRules.nullable() });
export type CampusSettings = z.infer<typeof campusSettings>;

const NOTICE = `The notice must have 10 to ${PAUSE_NOTICE_MAX} characters`;
const RULES = `The rules must have 1 to ${GUEST_RULES_MAX} characters`;
export const changeCampus = withReason.extend({
  pause: z.object({ notice: requiredLines(10, PAUSE_NOTICE_MAX, NOTICE), until: timestamp.nullable() }).nullable(),
  guestRules: z
    .object({
      text: requiredLines(1, GUEST_RULES_MAX, RULES),
      url: z
        .url({ protocol: /^https$/, error: 'The link must begin with https://' })
        .max(300)
        .nullable(),
    })
    .nullable(),
});
export type ChangeCampus = z.infer<typeof changeCampus>;

export const campusRoutes = c.router({
  campuses: {
    method: 'GET',
    path: '/campuses',
    summary: 'The campuses of the operator, with their settings',
    metadata: operatorRoute,
    responses: {
      200: success({
        campuses: z.array(campusSettings.extend({ institution: z.string(), students: z.number().int() })),
      }),
    },
  },
  changeCampus: {
    method: 'PUT',
    path: '/campuses/:id',
    summary: 'Pause or open a campus, and change its rules for guest meals',
    metadata: operatorRoute,
    pathParams: idParam,
    body: changeCampus,
    responses: done,
  },
});
