import type { Measure, Results } from './experiments.js';
import { simplifications, sources } from './parameters.js';
import { barPlot } from './plots.js';
import { tablesOf, type Table } from './tables.js';

const PLOTS: Measure[] = ['fill', 'median', 'p90', 'alerts', 'circulation'];
const ABOUT =
  'Students post requests before lunch and dinner, helpers look at Browse now and then, and those with alerts on may react to one. A helper who gets too many stops reacting for a while. Compared are campuses on which nobody is alerted, everybody at once with no limit, or waves as the server sends them: at most three alerts a student and day, until somebody accepts.';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const htmlTable = ({ title, about, head, rows }: Table) => `<section><h2>${title}</h2><p>${about}</p>
<div tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${head.map((cell) => `<th scope="col">${escape(cell)}</th>`).join('')}</tr></thead><tbody>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`).join('\n')}
</tbody></table></div></section>`;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --nobody: #868e96; --everybody: #e8590c; --waves: #2f9e44; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; } svg { width: 100%; height: auto; }
svg text { font-size: 12px; fill: currentColor; } .grid { stroke: #8885; } .error { stroke: currentColor; stroke-width: 1.5; }
.nobody { fill: var(--nobody); } .everybody { fill: var(--everybody); } .waves { fill: var(--waves); }
.key span::before { content: ''; display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.4em 0 1em; background: var(--color); }
[role='region'] { overflow-x: auto; } table { border-collapse: collapse; font-size: 0.85rem; }
th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid #8884; vertical-align: top; font-variant-numeric: tabular-nums; }`;

/** One self-contained file without scripts. */
export function htmlPage(results: Results): string {
  const key = ['nobody', 'everybody', 'waves'].map((name) => `<span style="--color: var(--${name})">${name}</span>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A simulated campus</title><style>${STYLE}</style></head>
<body><main><h1>A simulated campus</h1>
<p>${ABOUT}</p>
<p class="key">Alerted: ${key.join('')}</p>
${PLOTS.map((name) => barPlot(results, name)).join('\n')}
${tablesOf(results).map(htmlTable).join('\n')}
<h2>What the model leaves out</h2><ul>${simplifications.map((one) => `<li>${escape(one)}</li>`).join('')}</ul>
<h2>Sources</h2><ul>${sources.map((source) => `<li>${escape(source)}</li>`).join('')}</ul>
</main></body></html>
`;
}

const markdownTable = ({ title, about, head, rows }: Table) => {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, about, [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')].join('\n\n');
};

export const markdown = (results: Results): string =>
  [
    '# A simulated campus',
    'Made by `pnpm simulate`. [The same with plots](simulation/index.html).',
    ABOUT,
    ...tablesOf(results).map(markdownTable),
    '## What the model leaves out',
    simplifications.map((one) => `- ${one}`).join('\n'),
    '## Sources',
    sources.map((source) => `- ${source}`).join('\n'),
  ].join('\n\n') + '\n';
