import { measures, policies, SMALL, type Measure, type Results, type Runs } from './experiments.js';
import { defaults, described, simplifications, sources } from './parameters.js';
import { estimate, ratio, type Estimate } from './statistics.js';

const ABOUT =
  'Students post requests before lunch and dinner, helpers look at Browse now and then, and those with alerts on may react to one. A helper who gets too many stops reacting for a while. Compared are campuses on which nobody is alerted, everybody at once with no limit, or waves as the server sends them: at most three alerts a student and day, until somebody accepts.';

const digits = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1));
const withMargin = ({ mean, margin }: Estimate) =>
  Number.isNaN(mean) ? '–' : `${digits(mean)} ± ${Number.isNaN(margin) ? '?' : digits(margin)}`;
const percent = ({ mean, margin }: Estimate) => `${withMargin({ mean: 100 * mean, margin: 100 * margin })} %`;
const number = (value: number) => value.toLocaleString('en-US');

const COMPARED = Object.keys(measures) as Measure[];
const titlesOf = (names: readonly Measure[]) =>
  names.map((name) => measures[name].label + (measures[name].unit && ` (${measures[name].unit})`));
const CHOSEN_BY = ['fill', 'median', 'p90', 'alerts'] as const;
const OF_EVERYBODY = ['fill of everybody’s', 'alerts of everybody’s'];

const cells = (runs: Runs, names: readonly Measure[]) => names.map((name) => withMargin(estimate(runs[name])));
/** Fill rate and alerts as shares of those of alerting everybody, with the same seeds. */
const shares = (runs: Runs, everybody: Runs) =>
  runs === everybody
    ? ['100 %', '100 %']
    : (['fill', 'alerts'] as const).map((name) => percent(ratio(runs[name], everybody[name])));

function section(title: string, about: string, head: string[], rows: string[][]): string {
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return [`## ${title}`, about, table].join('\n\n');
}
const list = (lines: string[]) => lines.map((line) => `- ${line}`).join('\n');

export function markdown({ plan, main, choices, sensitivity }: Results): string {
  const { everybody } = main.find(({ students }) => students === SMALL)!.runs;
  return [
    '# A simulated campus',
    'Made by `pnpm simulate`.',
    ABOUT,
    section(
      'Who is alerted',
      'Means with 95 % confidence intervals. The last two columns are shares of the means where everybody is alerted, with an interval that compares the same weeks. The small campus decides whether waves are good enough, and its weeks differ much, so there are more of them.',
      ['students', 'weeks', 'alerted', ...titlesOf(COMPARED), ...OF_EVERYBODY],
      main.flatMap(({ students, seeds, runs }) =>
        policies.map((policy) => [
          number(students),
          number(seeds),
          policy,
          ...cells(runs[policy], COMPARED),
          ...shares(runs[policy], runs.everybody),
        ]),
      ),
    ),
    section(
      'Other waves',
      `The same ${number(plan.small)} weeks of ${SMALL} students, other rules.`,
      ['waves', ...titlesOf(CHOSEN_BY), ...OF_EVERYBODY],
      choices.map(({ name, runs }) => [name, ...cells(runs, CHOSEN_BY), ...shares(runs, everybody)]),
    ),
    section(
      'If a guess is wrong',
      `Requests fulfilled (%) by ${SMALL} students where one guess is lower or higher; ${plan.guess} weeks each.`,
      ['parameter', 'guess', 'here', ...policies, ...OF_EVERYBODY],
      sensitivity.map(({ name, value, runs }) => [
        name,
        String(defaults[name]),
        String(value),
        ...policies.flatMap((policy) => cells(runs[policy], ['fill'])),
        ...shares(runs.waves, runs.everybody),
      ]),
    ),
    section(
      'The numbers of the model',
      'Guesses are not measured. The table above shows how much depends on each. The rules of the exchange are those of the contract.',
      ['parameter', 'value', 'means', 'source'],
      Object.entries(described).map(([name, { value, means, source }]) => [
        name,
        String(value),
        means,
        source ?? 'guess',
      ]),
    ),
    '## What the model leaves out',
    list(simplifications),
    '## Sources',
    `${list(sources)}\n`,
  ].join('\n\n');
}
