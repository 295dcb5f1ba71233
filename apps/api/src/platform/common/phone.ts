import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** The number in E.164, a US one if it names no country. Returns the bare digits if it is not a phone number. */
export const e164 = (phoneNumber: string): string =>
  parsePhoneNumberFromString(phoneNumber, 'US')?.number ?? phoneNumber.replace(/\D/g, '');

/** The last digits, by which its owner knows a number that others should not read. */
export const phoneEndOf = (phoneNumber: string): string => phoneNumber.replace(/\D/g, '').slice(-4);
