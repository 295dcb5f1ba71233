import { measures, type Measure, type Measured, type Results } from './experiments.js';
import { defaults, described, type Parameters } from './parameters.js';
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
const share = (part: number, whole: number) => (whole ? `${digits((100 * part) / whole)} %` : '–');
const titleOf = (name: Measure) => measures[name].label + (measures[name].unit && ` (${measures[name].unit})`);

const CHOSEN_BY = ['fill', 'median', 'p90', 'alerts'] as const;
const AGAINST_EVERYBODY = ['fill of everybody’s', 'alerts of everybody’s'];
const COMPARED = Object.keys(measures) as Measure[];

/** The same tables for the page and for the Markdown file. */
export function tablesOf({ plan, main, sensitivity, choices }: Results): Table[] {
  const everybodyOf = (students: number) =>
    main.find((row) => row.students === students && row.policy === 'everybody')!.measured;
  const againstEverybody = (measured: Measured, everybody: Measured) => [
    share(measured.fill.mean, everybody.fill.mean),
    share(measured.alerts.mean, everybody.alerts.mean),
  ];
  return [
    {
      title: 'Who is alerted',
      about: `Means of ${plan.seeds} runs with 95 % confidence intervals.`,
      head: ['students', 'alerted', ...COMPARED.map(titleOf), ...AGAINST_EVERYBODY],
      rows: main.map(({ students, policy, measured }) => [
        students.toLocaleString('en-US'),
        policy,
        ...COMPARED.map((name) => withMargin(measured[name])),
        ...againstEverybody(measured, everybodyOf(students)),
      ]),
    },
    {
      title: 'Other waves',
      about: `The same students and weeks, other rules; ${plan.seeds} runs each.`,
      head: ['students', 'waves', ...CHOSEN_BY.map(titleOf), ...AGAINST_EVERYBODY],
      rows: choices.map(({ students, name, measured }) => [
        students.toLocaleString('en-US'),
        name,
        ...CHOSEN_BY.map((each) => withMargin(measured[each])),
        ...againstEverybody(measured, everybodyOf(students)),
      ]),
    },
    ...plan.variedSizes.map((students) => ({
      title: `If a guess is wrong: ${students.toLocaleString('en-US')} students`,
      about: `Requests fulfilled (%) where one guess is lower or higher; ${plan.variedSeeds} runs each.`,
      head: [
        'parameter',
        'guess',
        'here',
        'nobody',
        'everybody',
        'waves',
        'fill of everybody’s',
        'alerts of everybody’s',
      ],
      rows: sensitivity
        .filter((row) => row.students === students)
        .map(({ name, value, measured }) => [
          name,
          String(defaults[name]),
          String(value),
          ...(['nobody', 'everybody', 'waves'] as const).map((policy) => withMargin(measured[policy].fill)),
          ...againstEverybody(measured.waves, measured.everybody),
        ]),
    })),
    {
      title: 'Every number of the model',
      about: 'Guesses are not measured. The tables above show how much depends on each.',
      head: ['parameter', 'value', 'means', 'source'],
      rows: (Object.keys(described) as (keyof Parameters)[]).map((name) => [
        name,
        String(described[name].value),
        described[name].means,
        described[name].source ?? 'guess',
      ]),
    },
  ];
}
