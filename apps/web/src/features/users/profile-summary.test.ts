import { expect, it } from '@jest/globals';
import { initials } from './profile-summary';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['  Grace  Brewster Murray Hopper ', 'GB'],
  ['Élodie ñandú', 'ÉÑ'],
  ['', ''],
])('takes the first letters of up to the first two words of %j [spec §2.65]', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
