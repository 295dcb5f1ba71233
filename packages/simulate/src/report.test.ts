import { quick, runAll } from './experiments.js';
import { markdown } from './report.js';

it('reports a quick run as Markdown', () => {
  const progress: number[] = [];
  const results = runAll(quick, (done, of) => progress.push(done / of));
  expect(progress.at(-1)).toBe(1);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  const text = markdown(results);
  expect(text).not.toMatch(/NaN|undefined/);
  expect(text).toContain('| reactToAlert | 0.12 | 0.04 |');
  expect(text).toContain('| guess |');
  expect(text).toMatch(/\| 200 \| waves \|.* \| \d+(\.\d)? ± \d+(\.\d)? % \| \d+(\.\d)? ± \d+(\.\d)? % \|/);
});
