import { createHmac } from 'node:crypto';

/**
 * What is kept of a mailbox that had its starting meals (docs/rules.md#accounts-and-verification), for good: without the key
 * nobody can tell whose it is, not even by trying every address.
 */
export const startingMealsMark = (email: string, key: string) =>
  createHmac('sha256', key).update(mailboxOf(email)).digest();

/** "Name+tag@x.edu" and "name@x.edu" reach the same mailbox. */
export const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@');
