import { expect, it } from '@jest/globals';
import { FORMER_STUDENT } from '@spareswipe/contract';
import { firstName } from './first-name';

it.each([
  ['Zoë van Dam', 'Zoë'],
  ['  Luk ', 'Luk'],
  [FORMER_STUDENT, 'Former student'],
])('calls "%s" "%s"', (name, first) => {
  expect(firstName(name)).toBe(first);
});
