import { z } from 'zod';
import { ALERTS_PER_DAY } from './constants.js';
import { alertPeriods } from './enums.js';
import { acceptRequest } from './matches.js';
import { c, fails, limitedRoute, publicRoute, success, successMessage, timeZone } from './wire.js';

export const alertPeriod = z.enum(alertPeriods, {
  error: 'Please choose breakfast, lunch or dinner',
});
export type AlertPeriod = z.infer<typeof alertPeriod>;

const clockTime = z
  .string({ error: 'Please enter a time' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time between 00:00 and 23:59');

const choice = z.boolean({ error: 'Please choose on or off' });

/**
 * Which alerts a student gets, and how. All are off until the student switches them on. They don't affect notifications
 * about the student's own exchanges, which always go to every device with push, and by mail.
 */
export const alertSettings = z.object({
  /** Alerts about meals that others need, on the student's devices with push. */
  push: choice,
  /** The same by mail. */
  mail: choice,
  /** The meal periods to get alerts about. A request for "any" meal matches each of them; an empty list means none. */
  mealPeriods: z
    .array(alertPeriod, { error: 'Please choose the meals to hear of' })
    .max(alertPeriods.length, 'Please name each meal once'),
  /** Requests of the student's own campus, or of all. */
  campus: z.enum(['mine', 'all'], { error: 'Please choose your own campus or all' }),
  /** No alerts between these times of day in the student's zone, also across midnight. Two equal times mean no quiet hours. */
  quietHours: z.object({ from: clockTime, until: clockTime }, { error: 'Please enter both times' }),
  /** IANA zone of the quiet hours and of `helpToday`. */
  timeZone: z.string(),
  /** "I can help today": asked first until midnight. */
  helpToday: choice,
  /** Food and place may be shown on a locked screen and in a mail's text. */
  showDetails: choice,
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** A setting that is left out stays as it is. Each change brings the browser's time zone; an unknown one is ignored. */
export const changeAlertSettings = alertSettings
  .extend({ timeZone })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0);
export type ChangeAlertSettings = z.input<typeof changeAlertSettings>;

export const alerts = c.router({
  settings: {
    method: 'GET',
    path: '/alerts/settings',
    summary: "The student's choices about alerts",
    responses: { 200: success({ settings: alertSettings }) },
  },
  changeSettings: {
    method: 'PUT',
    path: '/alerts/settings',
    summary: `Change them; what is left out stays. Nobody gets more than ${ALERTS_PER_DAY} alerts a day`,
    body: changeAlertSettings,
    responses: { 200: success({ settings: alertSettings }) },
  },
  test: {
    method: 'POST',
    path: '/alerts/test',
    summary: 'Send an alert to try it, by each way that is on',
    metadata: limitedRoute(10),
    body: c.noBody(),
    responses: { 200: success({ sent: z.array(z.enum(['push', 'mail'])) }) },
  },
  opened: {
    method: 'POST',
    path: '/alerts/opened',
    summary: 'The student came to a request by its alert; without one, nothing happens',
    body: acceptRequest.pick({ requestId: true }),
    responses: { 200: successMessage },
  },
  unsubscribe: {
    method: 'POST',
    path: '/alerts/unsubscribe/:token',
    summary: 'No more alerts by mail (RFC 8058): no log-in, however often; other settings stay',
    metadata: publicRoute,
    pathParams: z.object({ token: z.string() }),
    body: c.noBody(),
    responses: { 200: successMessage, ...fails('INVALID_TOKEN') },
  },
});
