import { runAll } from './experiments.js';
import { markdown } from './report.js';

it('reports a quick run as Markdown', () => {
  const begun: string[] = [];
  const text = markdown(runAll({ small: 10, large: 2, guess: 2 }, (what) => begun.push(what)));
  expect(begun).toContain('40000 students');
  expect(text).not.toMatch(/NaN|undefined/);
  expect(text).toContain('| reactToAlert | 0.12 | 0.04 |');
  expect(text).toContain('| guess |');
  expect(text).toMatch(/\| 200 \| 10 \| waves \|.* \| \d+(\.\d)? ± \d+(\.\d)? % \| \d+(\.\d)? ± \d+(\.\d)? % \|/);
});
