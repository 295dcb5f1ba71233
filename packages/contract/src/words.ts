import { PASSWORD_MIN } from './constants.js';

/** A regular noun in singular or plural: 'meal' for 1, 'meals' for any other count. */
export const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`);

/** A count with its noun: '1 meal', '3 meals'. Other plurals than with "s" are given: '2 matches'. */
export const counted = (count: number, noun: string, many = `${noun}s`) => `${count} ${count === 1 ? noun : many}`;

/** The rule of `newPasswordOf` in words, for forms. */
export const passwordHint = (min: number) =>
  `At least ${min} characters, with an uppercase letter, a lowercase letter and a number`;
export const PASSWORD_HINT = passwordHint(PASSWORD_MIN);
