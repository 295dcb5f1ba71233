import { parse } from 'yaml';
import { levels, wcag } from './wcag-2.2.mjs';

/** What an OpenACR report lacks, each as one line: criteria without a level of WCAG's or without a note. */
export function gaps(yaml) {
  const { chapters } = parse(yaml);
  return Object.entries(wcag).flatMap(([chapter, names]) => {
    const criteria = chapters[chapter].criteria;
    const order = criteria.map(({ num }) => num).join();
    const wrong = order === [...names.keys()].join() ? [] : [`${chapter} has other criteria than WCAG 2.2`];
    const empty = criteria.filter(({ components: [{ adherence }] }) => !levels[adherence.level] || !adherence.notes);
    return [...wrong, ...empty.map(({ num }) => `${num} needs a level and a note`)];
  });
}

/** The report as a page that can be read and printed without any other file. */
export function pageOf(yaml) {
  const { title, product, report_date, notes, evaluation_methods_used, legal_disclaimer, chapters } = parse(yaml);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
caption { font-weight: bold; text-align: start; }
th, td { border: 1px solid #767676; padding: 0.4rem; text-align: start; vertical-align: top; }
td p { margin: 0; overflow-wrap: anywhere; }
thead th { background: #eee; color: #111; }
</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p>${escape(product.name)} ${escape(product.version)}, ${escape(report_date)}. ${inline(product.description)}</p>
<h2>About this report</h2>
${paragraphs(notes)}
<h2>How it was evaluated</h2>
${paragraphs(evaluation_methods_used)}
${Object.entries(wcag)
  .map(([chapter, names]) => tableOf(chapters[chapter], names, chapter.endsWith('_aa') ? 'AA' : 'A'))
  .join('\n')}
<h2>Disclaimer</h2>
${paragraphs(legal_disclaimer)}
</main>
</body>
</html>
`;
}

const tableOf = ({ notes, criteria }, names, level) => `<h2>WCAG 2.2, level ${level}</h2>
${paragraphs(notes)}
<table>
<caption>Success criteria, level ${level}</caption>
<thead><tr><th scope="col">Criterion</th><th scope="col">Conformance</th><th scope="col">Remarks</th></tr></thead>
<tbody>
${criteria.map((criterion) => rowOf(criterion, names)).join('\n')}
</tbody>
</table>`;

const rowOf = ({ num, components: [{ adherence }] }, names) =>
  `<tr><th scope="row">${num} ${escape(names.get(num))}</th><td>${levels[adherence.level]}</td><td>${paragraphs(adherence.notes)}</td></tr>`;

const paragraphs = (text) =>
  text
    .trim()
    .split(/\n+/)
    .map((each) => `<p>${inline(each)}</p>`)
    .join('\n');

/** Links are all the Markdown that the notes use. */
const inline = (text) => escape(text.trim()).replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');

const escape = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
