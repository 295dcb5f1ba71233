import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gaps, pageOf } from './papers/accessibility.mjs';
import { brokenLinks } from './papers/links.mjs';

/**
 * `pnpm papers:check`: fails if a link of docs/adoption leads to no file, heading or test, or if the accessibility report is
 * incomplete or newer than its page. `--write` makes the page.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const report = readFileSync(`${root}docs/adoption/accessibility.yaml`, 'utf8');
const page = `${root}docs/adoption/accessibility.html`;
if (process.argv.includes('--write')) writeFileSync(page, pageOf(report));

const files = globSync('docs/adoption/*.{md,yaml}', { cwd: root });
const problems = [...files.flatMap((file) => brokenLinks(root + file, root)), ...gaps(report)];
if (readFileSync(page, 'utf8') !== pageOf(report)) {
  problems.push('accessibility.html is older than accessibility.yaml: run `pnpm papers:check --write`');
}
if (problems.length) {
  console.error(`docs/adoption must be right before it is handed in:\n${problems.join('\n')}`);
  process.exitCode = 1;
} else {
  console.log(`The links of ${files.length} papers lead to what they name.`);
}
