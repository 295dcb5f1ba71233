import { clockOf } from './zone-clock.js';

it.each([
  ['America/Los_Angeles', '2031-11-20T18:00:00Z', { zone: 'Pacific', utcOffsetMinutes: -480 }],
  ['America/Los_Angeles', '2031-07-20T18:00:00Z', { zone: 'Pacific', utcOffsetMinutes: -420 }],
  ['Asia/Kolkata', '2031-07-20T18:00:00Z', { zone: 'India Standard', utcOffsetMinutes: 330 }],
  ['Africa/Abidjan', '2031-07-20T18:00:00Z', { zone: 'Greenwich Mean', utcOffsetMinutes: 0 }],
  ['Mars/Olympus', '2031-07-20T18:00:00Z', null],
  [null, '2031-07-20T18:00:00Z', null],
])('the clock of %s at %s is %j', (timeZone, at, clock) => {
  expect(clockOf(timeZone, new Date(at))).toEqual(clock);
});
