import type { RequestedMeal } from '@spareswipe/contract';

export interface Recipient {
  /** May be empty: then nobody is greeted by name. */
  name: string;
  email: string;
}

/** What the two sides of a match learn about each other, by mail only. */
export interface Contact extends Recipient {
  phoneNumber: string;
}

/** The meal that a mail is about. */
export type Meal = Pick<RequestedMeal, 'mealPeriod' | 'mealDescription' | 'location' | 'deadline'>;

/** What became of the credit of an exchange that ended in a strike, as the struck student sees it. */
export type StruckCredit = 'back to you' | 'back to the requester' | 'taken back from you' | 'unchanged';

/** Every mail, with all it says: a job holds this as it was when the mail was asked for, and reads nothing later. */
export interface Mails {
  verification: { sealedLink: string };
  'password-reset': { sealedLink: string };
  contacts: { matchId: string; youAre: 'requester' | 'fulfiller'; other: Contact; meal: Meal; message?: string };
  refund: { meal: Meal };
  released: { meal: Meal; fulfiller: string; refunded: boolean };
  withdrawn: { meal: Meal; requester: string };
  strike: { meal: Meal; suspendedUntil: Date | string | null; credit: StruckCredit };
  deactivated: object;
  receipt: { credits: number; amountCents: number; orderId: string };
  'refund-receipt': { credits: number; amountCents: number; orderId: string };
}

export type MailName = keyof Mails;

const SUBJECTS: Record<MailName, string> = {
  verification: 'Verify your email for SpareSwipe',
  'password-reset': 'Choose a new SpareSwipe password',
  contacts: "It's a match! Here is how to reach each other",
  refund: 'Your meal was refunded',
  released: 'Your fulfiller could not make it',
  withdrawn: 'A meal you accepted was called off',
  strike: 'You received a strike',
  deactivated: 'Your SpareSwipe account is closed',
  receipt: 'Your SpareSwipe receipt',
  'refund-receipt': 'Your SpareSwipe refund',
};

/** The data of one job of the mail queue. */
export interface MailJob<Name extends MailName = MailName> {
  mail: Name;
  to: Recipient;
  about: Mails[Name];
}

/** No words of a student in a subject: it shows on locked screens. */
export function subjectOf({ mail, about }: MailJob): string {
  const isSuspended = 'suspendedUntil' in about && about.suspendedUntil !== null;
  return isSuspended ? `${SUBJECTS[mail]}, and your account is suspended` : SUBJECTS[mail];
}
