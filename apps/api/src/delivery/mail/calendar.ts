import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, type ICalEventData } from 'ical-generator';
import type { Appointment, MailData } from './mails.js';

const MEAL_MS = 30 * 60_000;
const ALARM_SECONDS_BEFORE = 60 * 60;

/**
 * Publishes the meal of a match to a calendar, from its deadline on. Not an invitation: the two have agreed already, so
 * nobody is asked to reply (docs/decisions/0018-calendar-files.md). Has no contact: calendars are shared.
 */
export function appointmentFile({ other, ...match }: MailData['contacts'], organizer: string, url: string) {
  return calendarFile('meal.ics', ICalCalendarMethod.PUBLISH, match, {
    organizer,
    url,
    sequence: 0,
    status: ICalEventStatus.CONFIRMED,
    summary: `SpareSwipe: ${match.meal.mealDescription} with ${other.name}`,
    alarms: [{ type: ICalAlarmType.display, trigger: ALARM_SECONDS_BEFORE, description: 'SpareSwipe meal' }],
  });
}

/** Takes a published meal out of the calendar again. */
export function cancellationFile(match: Appointment, organizer: string) {
  return calendarFile('cancelled-meal.ics', ICalCalendarMethod.CANCEL, match, {
    organizer,
    sequence: 1,
    status: ICalEventStatus.CANCELLED,
    summary: `SpareSwipe: ${match.meal.mealDescription}`,
  });
}

/** An attachment with the one event of a match, which keeps its id: a calendar finds it by that. */
function calendarFile(
  filename: string,
  method: ICalCalendarMethod,
  { matchId, meal }: Appointment,
  { organizer, ...event }: Omit<ICalEventData, 'start' | 'organizer'> & { organizer: string },
) {
  const start = new Date(meal.deadline);
  const calendar = ical({ prodId: '//SpareSwipe//Meals//EN', method });
  calendar.createEvent({
    id: `${matchId}@spareswipe`,
    start,
    end: new Date(start.getTime() + MEAL_MS),
    location: meal.location,
    // ical-generator would take the quotes around a sender's name for a part of it
    organizer: organizer.replaceAll('"', ''),
    ...event,
  });
  return {
    filename,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    // ical-generator leaves out the line break that RFC 5545 asks for after the last line
    content: `${calendar.toString()}\r\n`,
  };
}
