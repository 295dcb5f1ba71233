import { QUIET_FROM_MINUTE, QUIET_UNTIL_MINUTE } from '@spareswipe/contract';

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

/**
 * Every number of the model. The simulated students do not exist, so guesses are marked as guesses, and the tables show
 * how much depends on them.
 */
const model = {
  days: { value: 5, means: 'days, one after the other: a school week', source: 'a choice of the experiment' },
  startCredits: { value: 2, means: 'credits of a new student', source: 'the setting SIGNUP_CREDITS' },
  postsPerStudentDay: { value: 0.04, means: 'requests a student wants to post a day' },
  lunchShare: { value: 0.45, means: 'share of the requests posted before lunch', range: [0.2, 0.6] },
  lunchMinute: { value: 675, means: 'minute of the day around which these are posted (11:15)', range: [615, 735] },
  lunchSpread: { value: 50, means: 'spread of that time in minutes (standard deviation)' },
  dinnerShare: {
    value: 0.4,
    means: 'share of the requests posted before dinner; the rest come at any hour of the day',
    range: [0.2, 0.55],
  },
  dinnerMinute: { value: 1035, means: 'minute of the day around which these are posted (17:15)', range: [975, 1095] },
  dinnerSpread: { value: 55, means: 'spread of that time in minutes' },
  leadMinutesMedian: { value: 90, means: 'median minutes from posting to the deadline' },
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
    means: 'median number of remembered alerts above which a helper ignores all of them',
    range: [3, 24],
  },
  toleranceSpread: { value: 1, means: 'spread of that number among helpers', range: [0.5, 1.5] },
  memoryHours: { value: 24, means: 'hours after which half of the alerts are forgotten', range: [12, 72] },
  muteHours: { value: 48, means: 'hours for which such a helper then reacts to none', range: [12, 168] },
  noShow: { value: 0.03, means: 'share of the accepted requests that end without a meal', range: [0, 0.1] },
  release: { value: 0.05, means: 'share of the accepted requests that the fulfiller releases', range: [0, 0.15] },
} satisfies Record<string, Described>;
export const described: Record<keyof typeof model, Described> = model;
export type Parameters = Record<keyof typeof model, number>;

export const sources = [
  `That alerts have a price: in ${MANSHADI_RODILITZ}, each one makes a volunteer ignore all others for a random time. Here only those above a student's tolerance do, which favours alerting everybody.`,
  `That alerts go out in stages, to some volunteers first: ${SHI}.`,
  'Both studied food rescue by volunteers; nobody has measured meal swipes. The shape of the model is theirs, its numbers are guesses.',
];

export const defaults = Object.fromEntries(
  Object.entries(described).map(([name, { value }]) => [name, value]),
) as unknown as Parameters;

/** When students post, look and are alerted. */
export const awake = { from: QUIET_UNTIL_MINUTE, until: QUIET_FROM_MINUTE };

/** What the server does but the model leaves out. */
export const simplifications = [
  'All helpers with alerts on hear of every meal, on one campus, with the same quiet hours; a push and a mail are alike.',
  'All requests have medium urgency.',
  'There are no suspensions, no limit of open promises, and no limit of the alerts that the requests of one student cause.',
  'Waves end when nobody is left to ask; those of the server go on, since somebody may switch alerts on.',
];
