import { createHash } from 'node:crypto';
import { e164 } from './phone.js';

/**
 * The keys under which one mailbox and one phone number get starting meals once (docs/rules.md#accounts-and-verification). Hashed, so that they can
 * stay after the student closes the account.
 */
export const startingMealKeys = ({ email, phoneNumber }: { email: string; phoneNumber: string }) => ({
  mailbox: sha256(mailboxOf(email)),
  phone: sha256(e164(phoneNumber)),
});

/** "Name+tag@x.edu" and "name@x.edu" reach the same mailbox. */
export const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@');

const sha256 = (text: string) => createHash('sha256').update(text).digest();
