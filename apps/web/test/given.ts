import type { Campus, Dispute, Match, MealRequest, Pagination, Stats, User } from '@spareswipe/contract';

let count = 0;
const id = () => `019400000000-7000-8000-${String(++count).padStart(12, '0')}`.replace(/^(.{8})(.{4})/, '$1-$2');
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const YALE = { institution: 'yale', name: 'Yale University', clock: null };

/** Things of the contract for fakes; a test names only the fields that matter to it. */
export const given = {
  student: (fields: Partial<User> = {}): User => ({
    _id: id(),
    name: 'Ada Lovelace',
    email: 'ada@cs.stanford.edu',
    phoneNumber: '+1 555 010 0100',
    rolePreference: 'both',
    verified: true,
    credits: 3,
    institution: 'cs stanford',
    strikes: { count: 0, suspendedUntil: null },
    hasUnreadAnnouncements: false,
    createdAt: inHours(-48),
    ...fields,
  }),
  /** The campus of `student()`, without any settings. */
  campus: (fields: Partial<Campus> = {}): Campus => ({
    institution: 'cs stanford',
    name: 'Stanford University',
    timeZone: null,
    clock: null,
    pause: null,
    guestRules: null,
    openRequestsMax: null,
    mealsOnSale: true,
    placesOnly: false,
    paymentsOn: true,
    ...fields,
  }),
  request: (fields: Partial<MealRequest> = {}): MealRequest => ({
    _id: id(),
    mealPeriod: 'lunch',
    mealDescription: 'A veggie burrito bowl',
    location: 'Arrillaga Dining',
    urgency: 'medium',
    isFlexible: true,
    deadline: inHours(30),
    status: 'active',
    campus: YALE,
    createdAt: inHours(-1),
    isOwn: false,
    isReleased: false,
    campusPause: null,
    requester: { name: 'Grace Hopper', institution: 'yale' },
    match: null,
    ...fields,
  }),
  dispute: (fields: Partial<NonNullable<Dispute>> = {}): NonNullable<Dispute> => ({
    openedAt: inHours(-2),
    endsAt: inHours(334),
    decidedAt: fields.awardedTo ? inHours(-1) : null,
    awardedTo: null,
    deniedBy: 'requester',
    confirmedBy: 'fulfiller',
    ...fields,
  }),
  match: (fields: Partial<Match> = {}): Match => ({
    _id: id(),
    status: 'accepted',
    dispute: null,
    said: { requester: false, fulfiller: false },
    noCountsUntil: inHours(78),
    createdAt: inHours(-1),
    userRole: 'fulfiller',
    request: {
      _id: id(),
      mealPeriod: 'lunch',
      mealDescription: 'A veggie burrito bowl',
      location: 'Arrillaga Dining',
      urgency: 'medium',
      isFlexible: true,
      deadline: inHours(30),
      status: 'matched',
      campus: YALE,
      requester: { name: 'Grace Hopper' },
    },
    fulfiller: { name: 'Ada Lovelace' },
    rating: { requesterRating: null, fulfillerRating: null },
    contact: { email: 'grace@yale.edu', phoneNumber: '+1 203 555 0100' },
    meeting: null,
    ...fields,
  }),
  stats: (fields: Partial<Stats> = {}): Stats => ({
    requests: { active: 0, total: 0 },
    fulfillments: { total: 0 },
    totalCompleted: 0,
    ...fields,
  }),
  pagination: (fields: Partial<Pagination> = {}): Pagination => ({
    current: 1,
    pages: 1,
    total: 1,
    hasPrev: false,
    hasNext: false,
    ...fields,
  }),
};

/** The response with all of one's matches, on one page. */
export function myMatches(...matches: Match[]) {
  const having = (status: Match['status']) => matches.filter((match) => match.status === status).length;
  const counts = { all: matches.length, accepted: having('accepted'), completed: having('completed') };
  const body = { success: true as const, matches, pagination: given.pagination({ total: matches.length }), counts };
  return { status: 200 as const, body };
}

/** The same with one's requests. */
export function myRequests(...requests: MealRequest[]) {
  const having = (status: MealRequest['status']) => requests.filter((request) => request.status === status).length;
  const counts = {
    all: requests.length,
    active: having('active'),
    matched: having('matched'),
    completed: having('completed'),
    cancelled: having('cancelled'),
    expired: having('expired'),
  };
  const body = { success: true as const, requests, pagination: given.pagination({ total: requests.length }), counts };
  return { status: 200 as const, body };
}
