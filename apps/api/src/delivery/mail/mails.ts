import type { DisputeAward, RequestedMeal, Side } from '@spareswipe/contract';

/** Every mail of the product. ARCHITECTURE.md says how to add one. */
export const mails = {
  verification: mail<{ sealedLink: string; name: string; phoneEnd: string; isOneOfSeveral: boolean }>(
    'Verify your email for SpareSwipe',
  ),
  /** To an address that was verified a moment ago, perhaps by a mail scanner. */
  'account-open': mail<{ sealedLink: string; phoneEnd: string }>('Your account is open'),
  'password-reset': mail<{ sealedLink: string }>('Choose a new SpareSwipe password'),
  /** To a student with an account, who signed on with the campus account for the first time. */
  'sign-on-link': mail<{ sealedLink: string; campus: string }>('Link your campus account'),
  /** To all students of a campus, some days before passwords end there. */
  'sign-on-required': mail<{ campus: string; from: string }>('Your campus asks you to log in with its account'),
  /** In place of the link to choose a password, where passwords have ended. */
  'sign-on-instead': mail<{ campus: string }>('Log in with your campus account'),
  'sign-on-linked': mail<{ campus: string }>('Your campus account is linked'),
  'operator-invitation': mail<{ sealedLink: string; campus: string | null }>('Run a campus on SpareSwipe'),
  /** To operators, at once: a student reported a problem about safety. `campuses`: of both sides. */
  'safety-reported': mail<{ campuses: string }>('A report about safety waits at the desk'),
  /** To operators, once a day while something waits. `campus` null: what waits where nobody else decides. */
  'desk-digest': mail<{ campus: string | null; reports: number; contests: number; disputes: number }>(
    'Decisions wait at the desk',
  ),
  contacts: mail<Appointment & { youAre: Side; other: Contact }>("It's a match! Here is how to reach each other"),
  /** To the requester: nobody fulfilled the request in time. */
  refund: mail<{ meal: Meal & { _id: string } }>('Your meal was refunded'),
  /** To the requester: the fulfiller released the match. The request is open again, or refunded after its deadline. */
  released: mail<Appointment & { fulfiller: string; refunded: boolean }>('Your fulfiller could not make it', {
    calledOff: (match) => [match],
  }),
  /**
   * To the requester: because the fulfiller said that the meal was received, or has left, or the requester has said nothing of it.
   * `until`: when a "No" has no effect any more.
   */
  completed: mail<Appointment & { fulfiller: string; because: 'said' | 'left' | 'unsaid'; until: Date | string }>(
    'Did you get your meal?',
  ),
  /** To the fulfiller: the requester can't make it, or closed their account (`hasLeft`), even too late to get the credit back (`isPaid`). */
  withdrawn: mail<Appointment & { requester: string; hasLeft: boolean; isPaid: boolean }>(
    'A meal you accepted was called off',
    { calledOff: (match) => [match] },
  ),
  strike: mail<Appointment & Struck & { credit: StruckCredit }>(
    ({ suspendedUntil }) =>
      suspendedUntil === null ? 'You received a strike' : 'You received a strike, and your account is suspended',
    { calledOff: (match) => (isCalledOff(match.credit) ? [match] : []) },
  ),
  /** To the side that did not follow through, as the other side says, if that gives no strike. */
  voided: mail<Appointment & { credit: StruckCredit }>(
    ({ credit }) => (isCalledOff(credit) ? 'A match was called off' : 'A meal was given back'),
    { calledOff: (match) => (isCalledOff(match.credit) ? [match] : []) },
  ),
  /** To both: one says that the exchange happened, the other that it did not. */
  disputed: mail<Disagreement & { matchId?: string; youSaidNo: boolean; tookBack: boolean; endsAt: Date | string }>(
    'One of your matches is disputed',
  ),
  /** To both. `reason`: the operator's. `concededBy`: the side that ended it for the other. */
  'dispute-decided': mail<
    Disagreement & {
      awardedTo: DisputeAward;
      reason: string | null;
      concededBy: Side | null;
      strike: Struck | null;
    }
  >(({ strike }) =>
    strike?.suspendedUntil
      ? 'A dispute is decided, and your account is suspended'
      : 'A dispute about a meal is decided',
  ),
  /** What an operator did, and why. */
  'operator-decision': mail<{
    decision: OperatorDecision;
    /** Of a suspension. */
    until: Date | string | null;
    /** Given or taken. */
    credits: number | null;
    /** That the strike was about; null for other decisions. */
    meal: Meal | null;
    reason: string;
  }>('News about your SpareSwipe account'),
  /** To a student who reported a problem; nobody else learns of it. */
  'report-answered': mail<{ reportedAt: Date | string; report: string; answer: string }>('About what you reported'),
  /** Nobody decided about a contested strike in time. */
  'strike-stands': mail<Struck & { meal: Meal }>(({ suspendedUntil }) =>
    suspendedUntil === null
      ? 'The strike that you contested stands'
      : 'The strike that you contested stands, and your account is suspended',
  ),
  /** To both: an operator voided the exchange. */
  'voided-by-operator': mail<
    Appointment & { youAre: Side; other: string; wasCompleted: boolean; isPaid: boolean; reason: string }
  >('An exchange was voided', { calledOff: (match) => (match.wasCompleted ? [] : [match]) }),
  /** To the requester: an operator took the open request down. */
  'request-removed': mail<{ meal: Meal; reason: string }>('Your request was taken down'),
  'closed-by-operator': mail<{ reason: string; calledOff: Appointment[] }>('Your SpareSwipe account was closed', {
    calledOff: ({ calledOff }) => calledOff,
  }),
  deactivated: mail<{ calledOff: Appointment[] }>('Your SpareSwipe account is closed', {
    calledOff: ({ calledOff }) => calledOff,
  }),
  /** To a student who wants alerts by mail: another student needs a meal. */
  'meal-wanted': mail<WantedMeal>('Somebody on SpareSwipe needs a meal', {
    unsubscribe: ({ unsubscribeToken }) => unsubscribeToken,
  }),
  /** To a student who tests how an alert arrives. */
  'alert-test': mail<{ unsubscribeToken: string }>('This is how an alert arrives', {
    unsubscribe: ({ unsubscribeToken }) => unsubscribeToken,
  }),
  receipt: mail<{ credits: number; amountCents: number; orderId: string }>('Your SpareSwipe receipt'),
  'refund-receipt': mail<{ credits: number; amountCents: number; orderId: string }>('Your SpareSwipe refund'),
};

interface MailKind<Data> {
  /** Contains nothing that a student wrote: it shows on locked screens. */
  subject: string | ((data: Data) => string);
  /** Matches that leave the recipient's calendar with this mail. */
  calledOff: (data: Data) => Appointment[];
  /** The token that ends mails of this kind with one press; undefined for those that belong to the account. */
  unsubscribe: (data: Data) => string | undefined;
}

function mail<Data extends object>(
  subject: MailKind<Data>['subject'],
  { calledOff = () => [], unsubscribe = () => undefined }: Partial<MailKind<Data>> = {},
): MailKind<Data> {
  return { subject, calledOff, unsubscribe };
}

export type MailName = keyof typeof mails;

/** The data of each mail, complete when it is enqueued. Only for an alert does the worker check whether it is still wanted. */
export type MailData = { [Name in MailName]: (typeof mails)[Name] extends MailKind<infer Data> ? Data : never };

export type MailJob<Name extends MailName = MailName> = {
  [Each in Name]: { mail: Each; to: Recipient; about: MailData[Each] };
}[Name];

export const kindOf = <Name extends MailName>({ mail }: MailJob<Name>) => mails[mail] as MailKind<MailData[Name]>;

export interface Recipient {
  /** Empty: the mail greets nobody by name. */
  name: string;
  email: string;
}

/** What the two sides of a match learn about each other. */
export interface Contact extends Recipient {
  phoneNumber: string;
}

/** The meal that a mail is about. */
export type Meal = Pick<RequestedMeal, 'mealPeriod' | 'mealDescription' | 'location' | 'deadline'> & {
  campus: Campus;
};

/** Where a meal is. The time zone is null until a request from there has brought one, or an operator. */
export interface Campus {
  institution: string;
  name: string;
  timeZone: string | null;
}

/** A match as an entry in a calendar. */
export interface Appointment {
  matchId: string;
  meal: Meal;
}

/** What an alert says about another student's request. Food and place only for students who chose details. */
export interface WantedMeal {
  requestId: string;
  meal: Pick<Meal, 'mealPeriod' | 'deadline'> & {
    campus: Campus;
    details: Pick<Meal, 'mealDescription' | 'location'> | null;
  };
  unsubscribeToken: string;
}

export type OperatorDecision =
  | 'suspended'
  | 'suspension-lifted'
  | 'strike-withdrawn'
  | 'strike-upheld'
  | 'credits-given'
  | 'credits-taken'
  | 'reopened';

/** What a strike means for the student who got it. */
interface Struck {
  suspendedUntil: Date | string | null;
  /** Where the campus has an operator. */
  contestableUntil?: Date | string | null;
}

/** What became of the credit after a "No", as the other student sees it. */
export type StruckCredit = 'back to you' | 'back to the requester' | 'given back' | 'owed to you';

/** Whether a "No" ended the match; else the meal was given back. */
const isCalledOff = (credit: StruckCredit) => credit.startsWith('back to');

interface Disagreement {
  meal: Meal;
  youAre: Side;
  other: string;
  /** The disputed credit was still there. If not, the next one that the fulfiller receives takes its place. */
  isPaid: boolean;
}
