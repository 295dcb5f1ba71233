import { QUIET_FROM_MINUTE, QUIET_UNTIL_MINUTE } from '@spareswipe/contract';

export interface Parameters {
  days: number;
  postsPerStudentDay: number;
  startCredits: number;
  leadMinutesMedian: number;
  leadSpread: number;
  helperShare: number;
  looksPerDay: number;
  acceptOnLook: number;
  alertsOnShare: number;
  reactToAlert: number;
  reactionMinutesMedian: number;
  reactionSpread: number;
  toleranceMedian: number;
  toleranceSpread: number;
  muteHours: number;
  noShow: number;
  release: number;
}

interface Described {
  value: number;
  means: string;
  /** Where it comes from; `undefined` marks a guess, which the sensitivity table varies. */
  source?: string;
  /** Half and double are too much for some guesses. */
  range?: readonly [low: number, high: number];
}

const MANSHADI_RODILITZ =
  'Manshadi and Rodilitz, Online Policies for Efficient Volunteer Crowdsourcing (2022), on Food Rescue US';
const SHI =
  'Shi, Yuan, Lo, Lizarondo and Fang, Improving Efficiency of Volunteer-Based Food Rescue Operations (2020), on 412 Food Rescue';

/** Every number of the model. The simulated students exist nowhere: guesses say so, and show how much depends on them. */
export const described: Record<keyof Parameters, Described> = {
  days: { value: 5, means: 'days, one after the other: a school week', source: 'a choice of the experiment' },
  startCredits: { value: 2, means: 'credits of a new student', source: 'SIGNUP_CREDITS' },
  postsPerStudentDay: { value: 0.04, means: 'requests a student wants to post a day' },
  leadMinutesMedian: { value: 90, means: 'median minutes from posting to the deadline (at least 30, at most 7 days)' },
  leadSpread: { value: 0.8, means: 'spread of that time (standard deviation of its logarithm)', range: [0.5, 1.2] },
  helperShare: { value: 0.35, means: 'share of the students who have swipes to give' },
  looksPerDay: { value: 0.5, means: 'times a day that a helper opens Browse unasked' },
  acceptOnLook: { value: 0.05, means: 'chance that a helper accepts one of the first ten requests on looking' },
  alertsOnShare: { value: 0.5, means: 'share of the helpers who switch alerts on' },
  reactToAlert: {
    value: 0.12,
    means: 'chance that a rested helper opens an alert in time and would accept',
    range: [0.04, 0.25],
  },
  reactionMinutesMedian: { value: 6, means: 'median minutes from an alert to the accept' },
  reactionSpread: { value: 1, means: 'spread of that time', range: [0.5, 1.5] },
  toleranceMedian: {
    value: 8,
    means: 'median number of recent alerts (half of them forgotten in a day) above which a helper ignores all of them',
    range: [3, 24],
  },
  toleranceSpread: { value: 1, means: 'spread of that number among helpers', range: [0.5, 1.5] },
  muteHours: { value: 48, means: 'hours for which such a helper then reacts to none', range: [12, 168] },
  noShow: { value: 0.03, means: 'share of the accepted requests that end without a meal', range: [0, 0.1] },
  release: { value: 0.05, means: 'share of the accepted requests that the fulfiller releases', range: [0, 0.15] },
};

export const sources = [
  `That alerts have a price: in ${MANSHADI_RODILITZ}, each one makes a volunteer ignore all others for a random time. Here only those above a student's tolerance do, which favours alerting everybody.`,
  `That alerts go out in stages, to some volunteers first: ${SHI}.`,
  'Both studied food rescue by volunteers; nobody has measured meal swipes. The shape of the model is theirs, its numbers are guesses.',
];

export const defaults = Object.fromEntries(
  Object.entries(described).map(([name, { value }]) => [name, value]),
) as unknown as Parameters;

/** When requests are posted: around lunch and dinner, and some at any time of the day. In minutes after midnight. */
export const peaks = [
  { share: 0.45, at: 11 * 60 + 15, spread: 50 },
  { share: 0.4, at: 17 * 60 + 15, spread: 55 },
];
export const awake = { from: QUIET_UNTIL_MINUTE, until: QUIET_FROM_MINUTE };
