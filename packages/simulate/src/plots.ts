import { measured, measures, policies, type Measure, type Results } from './experiments.js';

const WIDTH = 640;
const HEIGHT = 260;
const EDGE = { left: 52, right: 8, top: 12, bottom: 34 };

const round = (value: number) => Math.round(value * 10) / 10;

/** The next of 1, 2, 5, 10, 20 … above a value. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}

/** Bars with 95 % confidence intervals, grouped by the size of the campus. */
export function barPlot({ main, plan }: Results, name: Measure): string {
  const rows = main
    .map(({ students, policy, runs }) => ({ students, policy, ...measured(runs, name) }))
    .filter(({ mean }) => !Number.isNaN(mean));
  const top = ceiling(Math.max(...rows.map(({ mean, margin }) => mean + (margin || 0))));
  const y = (value: number) => EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (1 - value / top);
  const group = (WIDTH - EDGE.left - EDGE.right) / plan.sizes.length;
  const bar = (group * 0.8) / policies.length;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = round(y(share * top));
    return `<line class="grid" x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${at}" y2="${at}"/><text x="${EDGE.left - 6}" y="${at + 4}" text-anchor="end">${round(share * top).toLocaleString('en-US')}</text>`;
  });
  const bars = rows.map(({ students, policy, mean, margin }) => {
    const x = EDGE.left + plan.sizes.indexOf(students) * group + group * 0.1 + policies.indexOf(policy) * bar;
    const error = margin
      ? `<line class="error" x1="${round(x + bar / 2)}" x2="${round(x + bar / 2)}" y1="${round(y(mean + margin))}" y2="${round(y(Math.max(0, mean - margin)))}"/>`
      : '';
    return `<rect class="${policy}" x="${round(x + 2)}" y="${round(y(mean))}" width="${round(bar - 4)}" height="${round(y(0) - y(mean))}"><title>${students} students, ${policy}: ${round(mean)} ± ${round(margin)}</title></rect>${error}`;
  });
  const labels = plan.sizes.map(
    (students, index) =>
      `<text x="${round(EDGE.left + (index + 0.5) * group)}" y="${HEIGHT - 10}" text-anchor="middle">${students.toLocaleString('en-US')} students</text>`,
  );
  const { label, unit } = measures[name];
  return `<figure><figcaption>${label[0]!.toUpperCase()}${label.slice(1)}${unit && `, ${unit}`}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label} by campus size and policy; the table has the numbers">${[...grid, ...bars, ...labels].join('')}</svg></figure>`;
}
