import type { Results } from './experiments.js';
import { simplifications, sources } from './parameters.js';
import { tablesOf, type Table } from './tables.js';

const ABOUT =
  'Students post requests before lunch and dinner, helpers look at Browse now and then, and those with alerts on may react to one. A helper who gets too many stops reacting for a while. Compared are campuses on which nobody is alerted, everybody at once with no limit, or waves as the server sends them: at most three alerts a student and day, until somebody accepts.';

const markdownTable = ({ title, about, head, rows }: Table) => {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, about, [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')].join('\n\n');
};

export const markdown = (results: Results): string =>
  [
    '# A simulated campus',
    'Made by `pnpm simulate`.',
    ABOUT,
    ...tablesOf(results).map(markdownTable),
    '## What the model leaves out',
    simplifications.map((one) => `- ${one}`).join('\n'),
    '## Sources',
    sources.map((source) => `- ${source}`).join('\n'),
  ].join('\n\n') + '\n';
