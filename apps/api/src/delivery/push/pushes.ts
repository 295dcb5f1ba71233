import { mealTime } from '../mail/meal-time.js';
import type { Meal } from '../mail/mails.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TEST_MS = 5 * 60_000;

/** The meal that a notification is about. `_id` is that of its request. */
export type PushedMeal = Meal & { _id: string };

/** All kinds of notifications. `refunded`: whether the meal came back. */
export type PushKinds = {
  /** To helpers: somebody asks for a meal. */
  wanted: { meal: PushedMeal };
  /** To the requester. */
  accepted: { meal: PushedMeal; matchId: string };
  released: { meal: PushedMeal; refunded: boolean };
  refunded: { meal: PushedMeal };
  /** `isPaused`: nobody can accept now, and the requester cannot post again. */
  'nobody-yet': { meal: PushedMeal; isPaused: boolean };
  /** To the requester: the fulfiller says that the meal was received. */
  completed: { meal: PushedMeal; matchId: string };
  /** To the fulfiller: the requester left. */
  withdrawn: { meal: PushedMeal; matchId: string };
  /** To a side that did not do it itself: a "No" or an operator ended the exchange. */
  'called-off': { meal: PushedMeal; matchId: string; refunded: boolean };
  /** To both sides. */
  due: { meal: PushedMeal; matchId: string; youAre: 'requester' | 'fulfiller' };
  'how-was-it': { meal: PushedMeal; matchId: string };
  test: { isTest: true };
};
export type PushKind = keyof PushKinds;

export type Push<Kind extends PushKind = PushKind> = {
  [Each in Kind]: { kind: Each; to: string; about: PushKinds[Each] };
}[Kind];

interface Rule<About> {
  title: string | ((about: About) => string);
  /** Added to the line about the meal, or all there is. */
  more?: (about: About) => string;
  /** The screen that a press opens. */
  url: (about: About) => string;
  /** A notification is sent and shown until the deadline, or for this long. */
  lastsMs?: number;
  urgency: 'normal' | 'high';
}

const urlOfMatch = ({ matchId }: { matchId: string }) => `/matches?open=${matchId}`;

/** Opens the rating dialog as a card does: only the mail has a button "It did not happen". */
const rating = (matchId: string) => `/matches?rate=${matchId}`;

const rules: { [Kind in PushKind]: Rule<PushKinds[Kind]> } = {
  wanted: {
    title: 'Can you help with a meal?',
    url: ({ meal }) => `/requests?open=${meal._id}&alert=1`,
    urgency: 'normal',
  },
  accepted: {
    title: 'Your request was accepted',
    url: urlOfMatch,
    urgency: 'high',
  },
  released: {
    title: 'Your fulfiller could not make it',
    more: ({ refunded }) => (refunded ? 'Your meal was refunded.' : 'Your request is open again.'),
    url: () => '/my-requests',
    lastsMs: DAY_MS,
    urgency: 'high',
  },
  refunded: {
    title: 'Your meal was refunded',
    more: () => 'Nobody fulfilled your request in time. You can ask again.',
    url: () => '/my-requests?status=expired',
    lastsMs: DAY_MS,
    urgency: 'normal',
  },
  'nobody-yet': {
    title: 'Nobody has accepted your request yet',
    more: ({ isPaused }) =>
      isPaused
        ? 'Your campus is paused, so nobody can accept it now. If that lasts, you get your meal back.'
        : 'Share it, or cancel it and ask again for later. If nobody helps, you get your meal back.',
    url: () => '/my-requests?status=active',
    urgency: 'high',
  },
  completed: {
    title: 'Did you get your meal?',
    more: () => 'It was marked as complete.',
    url: ({ matchId }) => rating(matchId),
    lastsMs: DAY_MS,
    urgency: 'normal',
  },
  withdrawn: {
    title: 'A meal you accepted was called off',
    url: urlOfMatch,
    lastsMs: DAY_MS,
    urgency: 'high',
  },
  'called-off': {
    title: 'Your exchange was called off',
    more: ({ refunded }) => `${refunded ? 'Your meal was refunded. ' : ''}The details are in your mail.`,
    url: urlOfMatch,
    lastsMs: DAY_MS,
    urgency: 'high',
  },
  due: {
    title: ({ youAre }) => (youAre === 'requester' ? 'Your meal is soon' : 'You promised a meal soon'),
    url: urlOfMatch,
    urgency: 'high',
  },
  'how-was-it': {
    title: 'How was it?',
    more: () => 'Say whether you met.',
    url: ({ matchId }) => rating(matchId),
    lastsMs: DAY_MS,
    urgency: 'normal',
  },
  test: {
    title: 'Notifications work',
    more: () => 'This is the test that you asked for.',
    url: () => '/profile',
    lastsMs: TEST_MS,
    urgency: 'high',
  },
};

const ruleOf = ({ kind }: Push) => rules[kind] as Rule<Push['about']>;
const mealOf = ({ about }: Push): PushedMeal | undefined => ('meal' in about ? about.meal : undefined);

/**
 * What the device shows. Anybody may see a locked screen: by default it tells campus, meal period and until when; food and
 * place only if the student chose `details`. Never a name, an address or a phone number.
 */
export function notificationOf(push: Push, { details }: { details: boolean }) {
  const rule = ruleOf(push);
  const meal = mealOf(push);
  const lines = [meal && aboutMeal(meal, details), rule.more?.(push.about)];
  return {
    title: typeof rule.title === 'string' ? rule.title : rule.title(push.about),
    body: lines.filter(Boolean).join('\n'),
    url: rule.url(push.about),
    tag: topicOf(push) ?? push.kind,
  };
}

/** When the notification becomes useless. */
export function expiryOf(push: Push, now: Date): Date {
  const { lastsMs } = ruleOf(push);
  const meal = mealOf(push);
  return lastsMs === undefined && meal ? new Date(meal.deadline) : new Date(now.getTime() + (lastsMs ?? 0));
}

/** Urgent ones wake a sleeping phone. A request is one in its last two hours. */
export function urgencyOf(push: Push, now: Date): 'normal' | 'high' {
  if (push.kind !== 'wanted') return ruleOf(push).urgency;
  return new Date(push.about.meal.deadline).getTime() - now.getTime() < 2 * HOUR_MS ? 'high' : 'normal';
}

/** One for each request, so that its newer state replaces the older one wherever that waits. Base64url, 22 characters. */
export function topicOf(push: Push): string | undefined {
  const meal = mealOf(push);
  return meal && Buffer.from(meal._id.replaceAll('-', ''), 'hex').toString('base64url');
}

function aboutMeal(meal: PushedMeal, details: boolean): string {
  const { mealPeriod, mealDescription, location, campus, deadline } = meal;
  const period = mealPeriod === 'any' ? 'Any meal' : mealPeriod[0]!.toUpperCase() + mealPeriod.slice(1);
  const line = `${period} at ${campus.name}, until ${mealTime(deadline, campus).short}`;
  return details ? `${line}\n${mealDescription}, ${location}` : line;
}
