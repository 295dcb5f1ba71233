import {
  FIRST_WAVE_LEAD_HOURS,
  WAVE_PAUSE_MAX_MINUTES,
  WAVE_PAUSE_MIN_MINUTES,
  WAVE_PAUSES_TO_DEADLINE,
} from '../constants.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * When the first students are alerted to a request: at once if its urgency is high or its deadline is less than a day ahead, else
 * a day before the deadline, since nobody decides on Monday about Friday's lunch.
 */
export function firstWaveAt(request: { createdAt: Date; deadline: Date; urgency: 'low' | 'medium' | 'high' }): Date {
  if (request.urgency === 'high') return request.createdAt;
  const lastDay = request.deadline.getTime() - FIRST_WAVE_LEAD_HOURS * HOUR;
  return new Date(Math.max(request.createdAt.getTime(), lastDay));
}

/** Milliseconds until the next wave: a share of the time left, so that the waves come faster as the deadline nears. */
export function pauseAfterWave({ now, deadline }: { now: Date; deadline: Date }): number {
  const share = (deadline.getTime() - now.getTime()) / WAVE_PAUSES_TO_DEADLINE;
  return Math.min(Math.max(share, WAVE_PAUSE_MIN_MINUTES * MINUTE), WAVE_PAUSE_MAX_MINUTES * MINUTE);
}
