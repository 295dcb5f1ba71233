import { clockOf } from './zone-clock.js';

it.each([
  ['America/Los_Angeles', '2031-11-20T18:00:00Z', { zone: 'Pacific', utcOffsetMinutes: -480 }],
  ['America/Los_Angeles', '2031-07-20T18:00:00Z', { zone: 'Pacific', utcOffsetMinutes: -420 }],
  ['America/Phoenix', '2031-07-20T18:00:00Z', { zone: 'MST', utcOffsetMinutes: -420 }],
  ['Europe/Paris', '2031-07-20T18:00:00Z', { zone: 'France time', utcOffsetMinutes: 120 }],
  ['Asia/Kolkata', '2031-07-20T18:00:00Z', { zone: 'India time', utcOffsetMinutes: 330 }],
  ['Africa/Abidjan', '2031-07-20T18:00:00Z', { zone: 'GMT', utcOffsetMinutes: 0 }],
  ['Mars/Olympus', '2031-07-20T18:00:00Z', null],
  [null, '2031-07-20T18:00:00Z', null],
])('the clock of %s at %s is %j', (timeZone, at, clock) => {
  expect(clockOf(timeZone, new Date(at))).toEqual(clock);
});
