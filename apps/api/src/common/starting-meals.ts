import { createHash } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * The keys under which one mailbox and one phone number get starting meals once (DESIGN §11). Hashed, so that they can
 * stay after the student closes the account.
 */
export const startingMealKeys = ({ email, phoneNumber }: { email: string; phoneNumber: string }) => ({
  mailbox: sha256(mailboxOf(email)),
  phone: sha256(phoneOf(phoneNumber)),
});

/** "Name+tag@x.edu" and "name@x.edu" reach the same mailbox. */
const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@');

/** E.164, in the US where no country is given; the digits of what is no phone number. */
const phoneOf = (phoneNumber: string) =>
  parsePhoneNumberFromString(phoneNumber, 'US')?.number ?? phoneNumber.replace(/\D/g, '');

const sha256 = (text: string) => createHash('sha256').update(text).digest();
