import {
  ALERTS_PER_WAVE,
  WAVE_PAUSE_MAX_MINUTES,
  WAVE_PAUSE_MIN_MINUTES,
  WAVE_PAUSES_TO_DEADLINE,
} from '@spareswipe/contract';
import { Campus, serverRules, type Outcome, type Policy, type WaveRules } from './campus.js';
import { defaults, described, type Parameters } from './parameters.js';
import { estimate, quantile, ratio, type Estimate } from './statistics.js';

export const policies: Policy[] = ['nobody', 'everybody', 'waves'];

export interface Plan {
  sizes: number[];
  seeds: number;
  /** Campuses on which other waves are tried. */
  choiceSizes: number[];
  /** Campuses on which each guess is varied. */
  varied: { students: number; seeds: number }[];
  /** The campus that decides about the aim, and about the waves: its weeks differ much, so it gets more seeds. */
  closeLook: { students: number; seeds: number };
}

export const full: Plan = {
  sizes: [200, 2_000, 40_000],
  seeds: 30,
  choiceSizes: [200, 2_000],
  varied: [
    { students: 200, seeds: 300 },
    { students: 2_000, seeds: 30 },
    { students: 40_000, seeds: 10 },
  ],
  closeLook: { students: 200, seeds: 2_000 },
};
export const quick: Plan = {
  sizes: [200, 2_000],
  seeds: 3,
  choiceSizes: [200],
  varied: [{ students: 200, seeds: 2 }],
  closeLook: { students: 200, seeds: 10 },
};

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
  seconds: number;
  main: { students: number; policy: Policy; runs: Runs }[];
  closeLook: Record<Policy, Runs>;
  sensitivity: { students: number; name: keyof Parameters; value: number; runs: Record<Policy, Runs> }[];
  choices: { students: number; name: string; runs: Runs }[];
}

export const measured = (runs: Runs, name: Measure): Estimate => estimate(runs[name]);

/** How often other waves were tried on a campus of this size. */
export const seedsOfChoices = ({ closeLook, seeds }: Plan, students: number) =>
  students === closeLook.students ? closeLook.seeds : seeds;

/** Fill rate and alerts as shares of those of alerting everybody, with the same seeds. */
export const ofEverybody = (runs: Runs, everybody: Runs) =>
  (['fill', 'alerts'] as const).map((name) => ratio(runs[name], everybody[name]));

type Progress = (done: number, of: number, what: string) => void;

function measure(students: number, policy: Policy, parameters: Parameters, seeds: number, rules?: WaveRules): Runs {
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
const alternatives: [name: string, rules: WaveRules][] = [
  [
    `as on the server: ${ALERTS_PER_WAVE} a wave, pause of ${WAVE_PAUSE_MIN_MINUTES} to ${WAVE_PAUSE_MAX_MINUTES} minutes`,
    serverRules,
  ],
  ['2 students a wave', { ...serverRules, waveSize: () => 2 }],
  ['4 students a wave', { ...serverRules, waveSize: () => 4 }],
  ['6 students a wave', { ...serverRules, waveSize: () => 6 }],
  ['12 students a wave', { ...serverRules, waveSize: () => 12 }],
  ['8, then 16, 32, …', { ...serverRules, waveSize: (wave) => 4 * 2 ** Math.min(wave, 10) }],
  ['pause of 2 to 30 minutes', { ...serverRules, pauseAfterWave: pausing(2, 30) }],
  ['pause of 10 to 30 minutes', { ...serverRules, pauseAfterWave: pausing(10, 30) }],
  ['pause of 2 to 5 minutes', { ...serverRules, pauseAfterWave: pausing(2, 5) }],
];

/** Each guess, once lower and once higher than we guess. */
const guesses = (Object.keys(described) as (keyof Parameters)[])
  .filter((name) => !described[name].source)
  .flatMap((name) => {
    const { value, range = [value / 2, value * 2] } = described[name];
    return range.map((other) => ({ name, value: other }));
  });

export function runAll(plan: Plan, progress: Progress): Results {
  const started = Date.now();
  const { varied, closeLook } = plan;
  const of =
    plan.sizes.length * policies.length +
    1 +
    varied.length * guesses.length +
    plan.choiceSizes.length * alternatives.length;
  let done = 0;
  const step = <T>(what: string, work: () => T): T => {
    progress(done++, of, what);
    return work();
  };
  const results = {
    plan,
    main: plan.sizes.flatMap((students) =>
      policies.map((policy) => ({
        students,
        policy,
        runs: step(`${students} students, ${policy}`, () => measure(students, policy, defaults, plan.seeds)),
      })),
    ),
    closeLook: step(`${closeLook.students} students, ${closeLook.seeds} weeks`, () =>
      measureAll(closeLook.students, defaults, closeLook.seeds),
    ),
    sensitivity: varied.flatMap(({ students, seeds }) =>
      guesses.map(({ name, value }) => ({
        students,
        name,
        value,
        runs: step(`${students} students, ${name} = ${value}`, () =>
          measureAll(students, { ...defaults, [name]: value }, seeds),
        ),
      })),
    ),
    choices: plan.choiceSizes.flatMap((students) =>
      alternatives.map(([name, rules]) => ({
        students,
        name,
        runs: step(`${students} students, ${name}`, () =>
          measure(students, 'waves', defaults, seedsOfChoices(plan, students), rules),
        ),
      })),
    ),
  };
  progress(of, of, 'done');
  return { ...results, seconds: (Date.now() - started) / 1000 };
}
