import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { gaps, pageOf } from './papers/accessibility.mjs';
import { brokenLinks } from './papers/links.mjs';
import { wcag } from './papers/wcag-2.2.mjs';

describe('a link of a paper', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'spareswipe-papers-'));
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'rules.md'), '# Rules\n\n## "No" and disputes\n');
    writeFileSync(
      join(root, 'credits.test.ts'),
      "it('refunds once [spec §1.4]', () => {});\nit(`loses nothing`, go);\n",
    );
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const broken = (text) => {
    const file = join(root, 'docs', 'paper.md');
    writeFileSync(file, text);
    return brokenLinks(file, root);
  };

  it.each([
    '[rules](../rules.md)',
    '[disputes](../rules.md#no-and-disputes)',
    '# Data kept\n[above](#data-kept)',
    '["refunds once"](../credits.test.ts)',
    '["loses nothing"](../credits.test.ts)',
    '["loses\n      nothing"](../credits.test.ts)',
    '[GSA](https://www.gsa.gov/nowhere)',
  ])('leads to the file, heading or test that it names: %s', (link) => {
    expect(broken(link)).toEqual([]);
  });

  it.each([
    ['[rules](../rule.md)', '../rule.md does not exist'],
    ['[disputes](../rules.md#disputes)', '../rules.md#disputes has no such heading'],
    ['["refunds"](../credits.test.ts)', '../credits.test.ts has no test "refunds"'],
    ['["Rules"](../rules.md)', '../rules.md is no file of tests, so it has no "Rules"'],
    ['[tmp](../../)', '../../ is outside the repository'],
  ])('that leads nowhere is reported: %s', (link, problem) => {
    expect(broken(link)).toEqual([`docs/paper.md: ${problem}`]);
  });
});

describe('the accessibility report', () => {
  const criterion = (num, adherence) => ({ num, components: [{ name: 'web', adherence }] });
  const reportOf = (adherenceOf) =>
    JSON.stringify({
      title: 'SpareSwipe',
      product: { name: 'SpareSwipe', version: '1.0', description: 'Meals' },
      report_date: '2026-11-27',
      notes: 'About',
      evaluation_methods_used: 'By hand',
      legal_disclaimer: 'None',
      chapters: Object.fromEntries(
        Object.entries(wcag).map(([chapter, names]) => [
          chapter,
          { notes: 'Notes', criteria: [...names.keys()].map((num) => criterion(num, adherenceOf(num))) },
        ]),
      ),
    });
  const proven = { level: 'supports', notes: 'See ["<b> stays text"](../a.test.ts).' };

  it('is complete when every criterion of WCAG 2.2 A and AA has a level and a note', () => {
    expect(gaps(reportOf(() => proven))).toEqual([]);
  });

  it('names each criterion without a note, or with a level that WCAG does not have', () => {
    const some = { '1.1.1': { level: 'supports' }, '2.4.11': { level: 'not-evaluated', notes: 'Nobody tried' } };
    expect(gaps(reportOf((num) => some[num] ?? proven))).toEqual([
      '1.1.1 needs a level and a note',
      '2.4.11 needs a level and a note',
    ]);
  });

  it('notices a criterion that is left out', () => {
    const report = JSON.parse(reportOf(() => proven));
    report.chapters.success_criteria_level_aa.criteria.pop();
    expect(gaps(JSON.stringify(report))).toEqual(['success_criteria_level_aa has other criteria than WCAG 2.2']);
  });

  it('becomes a page whose notes are text with links', () => {
    const page = pageOf(reportOf(() => proven));
    expect(page).toContain('<th scope="row">2.4.11 Focus Not Obscured (Minimum)</th><td>Supports</td>');
    expect(page).toContain('See <a href="../a.test.ts">&quot;&lt;b&gt; stays text&quot;</a>.');
  });
});
