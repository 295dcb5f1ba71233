import {
  measured,
  measures,
  ofEverybody,
  policies,
  seedsOfChoices,
  type Measure,
  type Results,
  type Runs,
} from './experiments.js';
import { defaults, described, rules, type Parameters } from './parameters.js';
import type { Estimate } from './statistics.js';

export interface Table {
  title: string;
  about: string;
  head: string[];
  rows: string[][];
}

const digits = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1));
const withMargin = ({ mean, margin }: Estimate) =>
  Number.isNaN(mean) ? '–' : `${digits(mean)} ± ${Number.isNaN(margin) ? '?' : digits(margin)}`;
const percent = ({ mean, margin }: Estimate) => `${withMargin({ mean: 100 * mean, margin: 100 * margin })} %`;
const titleOf = (name: Measure) => measures[name].label + (measures[name].unit && ` (${measures[name].unit})`);

const CHOSEN_BY = ['fill', 'median', 'p90', 'alerts'] as const;
const OF_EVERYBODY = ['fill of everybody’s', 'alerts of everybody’s'];
const COMPARED = Object.keys(measures) as Measure[];
const number = (value: number) => value.toLocaleString('en-US');

/** The tables of the report. */
export function tablesOf({ plan, main, closeLook, sensitivity, choices }: Results): Table[] {
  const everybodyOf = (students: number) =>
    main.find((row) => row.students === students && row.policy === 'everybody')!.runs;
  const shares = (runs: Runs, everybody: Runs) =>
    runs === everybody ? ['100 %', '100 %'] : ofEverybody(runs, everybody).map(percent);
  return [
    {
      title: 'Who is alerted',
      about: `Means of ${plan.seeds} runs with 95 % confidence intervals. The last two columns are shares of the means where everybody is alerted, with an interval that compares the same seeds.`,
      head: ['students', 'alerted', ...COMPARED.map(titleOf), ...OF_EVERYBODY],
      rows: main.map(({ students, policy, runs }) => [
        number(students),
        policy,
        ...COMPARED.map((name) => withMargin(measured(runs, name))),
        ...shares(runs, everybodyOf(students)),
      ]),
    },
    {
      title: `A closer look: ${number(plan.closeLook.students)} students`,
      about: `The small campus decides whether waves are good enough, and its weeks differ much; so here are ${number(plan.closeLook.seeds)} of them.`,
      head: ['alerted', ...COMPARED.map(titleOf), ...OF_EVERYBODY],
      rows: policies.map((policy) => [
        policy,
        ...COMPARED.map((name) => withMargin(measured(closeLook[policy], name))),
        ...shares(closeLook[policy], closeLook.everybody),
      ]),
    },
    {
      title: 'Other waves',
      about: 'The same students and weeks, other rules.',
      head: ['students', 'runs', 'waves', ...CHOSEN_BY.map(titleOf), ...OF_EVERYBODY],
      rows: choices.map(({ students, name, runs }) => [
        number(students),
        number(seedsOfChoices(plan, students)),
        name,
        ...CHOSEN_BY.map((each) => withMargin(measured(runs, each))),
        ...shares(runs, students === plan.closeLook.students ? closeLook.everybody : everybodyOf(students)),
      ]),
    },
    ...plan.varied.map(({ students, seeds }) => ({
      title: `If a guess is wrong: ${number(students)} students`,
      about: `Requests fulfilled (%) where one guess is lower or higher; ${seeds} runs each.`,
      head: ['parameter', 'guess', 'here', ...policies, ...OF_EVERYBODY],
      rows: sensitivity
        .filter((row) => row.students === students)
        .map(({ name, value, runs }) => [
          name,
          String(defaults[name]),
          String(value),
          ...policies.map((policy) => withMargin(measured(runs[policy], 'fill'))),
          ...shares(runs.waves, runs.everybody),
        ]),
    })),
    {
      title: 'Every number of the model',
      about: 'Guesses are not measured. The tables above show how much depends on each.',
      head: ['parameter', 'value', 'means', 'source'],
      rows: [
        ...(Object.keys(described) as (keyof Parameters)[]).map((name) => [
          name,
          String(described[name].value),
          described[name].means,
          described[name].source ?? 'guess',
        ]),
        ...rules.map(({ name, value, means }) => [name, String(value), means, 'a rule of the exchange']),
      ],
    },
  ];
}
