import { campusName } from './campus-names.js';

it.each([
  ['stanford', 'Stanford University'],
  ['cs stanford', 'Stanford University'],
  ['mail mit', 'Massachusetts Institute of Technology'],
  ['demo', 'Demo College'],
  ['stanford evil', undefined],
  ['constructor', undefined],
  ['', undefined],
])('names the university of %j: %s', (institution, name) => {
  expect(campusName(institution)).toBe(name);
});
