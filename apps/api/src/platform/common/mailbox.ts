import { createHmac } from 'node:crypto';

/** "Name+tag@x.edu" and "name@x.edu" reach the same mailbox. */
export const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@');

/** What is kept of a mailbox for good: without the key nobody can tell whose it is, not even by trying every address. */
export const mailboxMark = (email: string, key: string) => mark(mailboxOf(email), key);

/** Replaces the address of a closed account: not personal, but the address is still recognised. */
export const closedAddress = (email: string, key: string) => `${mark(email, key).toString('hex')}@closed.invalid`;

const mark = (text: string, key: string) => createHmac('sha256', key).update(text).digest();
