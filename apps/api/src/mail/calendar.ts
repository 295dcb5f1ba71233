import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator';
import type { Mails } from './mails.js';

const HALF_HOUR_MS = 30 * 60 * 1000;

/** The meal of a match as a calendar file, from its deadline on; the same event whenever it is sent again. */
export function calendarFile({ matchId, other, meal }: Mails['contacts'], matchesLink: string): string {
  const start = new Date(meal.deadline);
  const calendar = ical({ prodId: '//SpareSwipe//Meals//EN', method: ICalCalendarMethod.PUBLISH });
  const event = calendar.createEvent({
    id: `${matchId}@spareswipe`,
    start,
    end: new Date(start.getTime() + HALF_HOUR_MS),
    summary: `SpareSwipe: ${meal.mealDescription} with ${other.name}`,
    location: meal.location,
    description: `${other.name}, ${other.email}, ${other.phoneNumber}`,
    url: matchesLink,
  });
  event.createAlarm({ type: ICalAlarmType.display, trigger: 60 * 60, description: 'SpareSwipe meal' });
  return calendar.toString();
}
