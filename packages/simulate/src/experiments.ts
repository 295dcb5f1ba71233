import {
  ALERTS_PER_WAVE,
  WAVE_PAUSE_MAX_MINUTES,
  WAVE_PAUSE_MIN_MINUTES,
  WAVE_PAUSES_TO_DEADLINE,
} from '@spareswipe/contract';
import { Campus, type Outcome, type Policy, type WaveRules } from './campus.js';
import { defaults, described, type Parameters } from './parameters.js';
import { quantile } from './statistics.js';

export const policies: Policy[] = ['nobody', 'everybody', 'waves'];

/** The campus that decides about the waves: on larger ones alerting everybody tires everybody, so beating it proves little. */
export const SMALL = 200;

/** How many weeks are simulated, each with a seed of its own. */
export interface Plan {
  /** Of the small campus, with the server's waves and with others; its weeks differ much. */
  small: number;
  /** Of each larger campus. */
  large: number;
  /** Of the small campus with each guess lower or higher. */
  guess: number;
}
const LARGE = [2_000, 40_000];

/** What is measured of each run, and how it is shown. */
export const measures = {
  fill: { label: 'requests fulfilled', unit: '%', of: ({ completed, posted }: Outcome) => (100 * completed) / posted },
  median: {
    label: 'median time to match',
    unit: 'min',
    of: ({ matchMinutes }: Outcome) => quantile(matchMinutes, 0.5),
  },
  p90: { label: '90th percentile of it', unit: 'min', of: ({ matchMinutes }: Outcome) => quantile(matchMinutes, 0.9) },
  alerts: {
    label: 'alerts per student with alerts and day',
    unit: '',
    of: ({ alerts, reachable }: Outcome, { days }: Parameters) => alerts / reachable / days,
  },
  circulation: {
    label: 'credits that changed hands, per 100 students and day',
    unit: '',
    of: ({ earned }: Outcome, { days }: Parameters, students: number) => (100 * earned) / students / days,
  },
  broke: { label: 'students without a credit at the end', unit: '%', of: ({ broke }: Outcome) => 100 * broke },
} as const;

export type Measure = keyof typeof measures;
/** What each seed measured, in the order of the seeds. */
export type Runs = Record<Measure, number[]>;

export interface Results {
  plan: Plan;
  main: { students: number; seeds: number; runs: Record<Policy, Runs> }[];
  choices: { name: string; runs: Runs }[];
  sensitivity: { name: keyof Parameters; value: number; runs: Record<Policy, Runs> }[];
}

function measure(
  students: number,
  policy: Policy,
  parameters: Parameters,
  seeds: number,
  rules?: Partial<WaveRules>,
): Runs {
  const outcomes = Array.from({ length: seeds }, (_, seed) => {
    const outcome = new Campus(students, policy, parameters, seed + 1, rules).run();
    if (outcome.credits.start !== outcome.credits.end) throw new Error(`seed ${seed + 1}: a credit was lost or made`);
    return outcome;
  });
  const of = (name: Measure) => outcomes.map((outcome) => measures[name].of(outcome, parameters, students));
  return Object.fromEntries((Object.keys(measures) as Measure[]).map((name) => [name, of(name)])) as Runs;
}

function measureAll(students: number, parameters: Parameters, seeds: number): Record<Policy, Runs> {
  const run = (policy: Policy) => [policy, measure(students, policy, parameters, seeds)] as const;
  return Object.fromEntries(policies.map(run)) as Record<Policy, Runs>;
}

const MINUTE = 60_000;
const pausing =
  (min: number, max: number): WaveRules['pauseAfterWave'] =>
  ({ now, deadline }) =>
    Math.min(Math.max((deadline.getTime() - now.getTime()) / WAVE_PAUSES_TO_DEADLINE, min * MINUTE), max * MINUTE);

/** Other waves, to choose by. */
const alternatives: [name: string, rules: Partial<WaveRules>][] = [
  [
    `as on the server: ${ALERTS_PER_WAVE} a wave, pause of ${WAVE_PAUSE_MIN_MINUTES} to ${WAVE_PAUSE_MAX_MINUTES} minutes`,
    {},
  ],
  ['2 students a wave', { waveSize: () => 2 }],
  ['6 students a wave', { waveSize: () => 6 }],
  ['12 students a wave', { waveSize: () => 12 }],
  ['8, then 16, 32, …', { waveSize: (wave) => 4 * 2 ** Math.min(wave, 10) }],
  ['pause of 2 to 30 minutes', { pauseAfterWave: pausing(2, 30) }],
  ['pause of 10 to 30 minutes', { pauseAfterWave: pausing(10, 30) }],
  ['pause of 2 to 5 minutes', { pauseAfterWave: pausing(2, 5) }],
];

/** Each guess, once lower and once higher than we guess. */
const guesses = (Object.keys(described) as (keyof Parameters)[])
  .filter((name) => !described[name].source)
  .flatMap((name) => {
    const { value, range = [value / 2, value * 2] } = described[name];
    return range.map((other) => ({ name, value: other }));
  });

/** Calls `progress` with the name of each experiment as it begins. */
export function runAll(plan: Plan, progress: (what: string) => void): Results {
  const { small, large, guess } = plan;
  return {
    plan,
    main: [SMALL, ...LARGE].map((students) => {
      progress(`${students} students`);
      const seeds = students === SMALL ? small : large;
      return { students, seeds, runs: measureAll(students, defaults, seeds) };
    }),
    choices: alternatives.map(([name, rules]) => {
      progress(name);
      return { name, runs: measure(SMALL, 'waves', defaults, small, rules) };
    }),
    sensitivity: guesses.map(({ name, value }) => {
      progress(`${name} = ${value}`);
      return { name, value, runs: measureAll(SMALL, { ...defaults, [name]: value }, guess) };
    }),
  };
}
