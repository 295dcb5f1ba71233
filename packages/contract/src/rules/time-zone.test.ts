import { isPlace, isTimeZone } from './time-zone.js';

it.each([
  ['America/Los_Angeles', true],
  ['America/Indiana/Knox', true],
  ['UTC', true],
  ['America/Atlantis', false],
  ["'; DROP TABLE campuses", false],
  ['', false],
])('%j is a time zone: %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known);
});

it.each([
  ['America/Los_Angeles', true],
  ['UTC', false],
  ['Etc/GMT+5', false],
  ['Etc/Unknown', false],
  ['America/Atlantis', false],
  ['EST', false],
])('%j is the time zone of a place: %s', (name, place) => {
  expect(isPlace(name)).toBe(place);
});
