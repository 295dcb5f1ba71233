import { expect, it } from '@jest/globals';
import { phoneNumber } from '@spareswipe/contract';
import { correctedPhone } from './corrected-phone';

it.each([
  ...[
    '(617) 555-0100',
    '617.555.0100',
    ' (617)555-0100 ',
    '+1 (617) 555 - 0100',
    '1.617.555.0100',
    '+1/617/555/0100',
    '+1 (617) 555\u20110100',
  ],
])('corrects the US number %j to one that keeps the rule', (typed) => {
  expect(phoneNumber.safeParse(typed).success).toBe(false);
  expect(correctedPhone(typed)).toBe('+1 617-555-0100');
  expect(phoneNumber.safeParse(correctedPhone(typed)).success).toBe(true);
});

it.each([
  ['(089) 123 45 67', 'may be of any country'],
  ['0049 89 1234567', 'names another country'],
  ['+44.617.555.0100', 'names another country'],
  ['(117) 555-0100', 'has no US area code'],
  ['(617) 555-010', 'is too short'],
  ['call (617) 555-0100', 'has words in it'],
  ['', 'is empty'],
])('leaves %j alone: it %s', (typed) => {
  expect(correctedPhone(typed)).toBeUndefined();
});
