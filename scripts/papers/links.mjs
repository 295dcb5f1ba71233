import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** `[words](target)`. */
const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;
const TEST_FILE = /\.(?:test|e2e)\.(?:ts|tsx|mjs)$/;

/**
 * The links of a file that lead nowhere, each as one line. A link whose words are in quotation marks names a test by the title
 * in its file, without `[spec …]` and `[asvs …]`. Addresses with a scheme are not followed.
 * @param {string} file
 * @param {string} root of the repository, which no link may leave
 */
export function brokenLinks(file, root) {
  const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
  return [...text.matchAll(LINK)].flatMap(([, words, target]) => {
    if (/^\w+:/.test(target)) return [];
    const [path, heading] = target.split('#');
    const to = path ? resolve(dirname(file), path) : file;
    const title = /^"(.+)"$/.exec(words)?.[1];
    const problem = problemOf(to, { heading, title, root });
    return problem ? [`${relative(root, file)}: ${target} ${problem}`] : [];
  });
}

function problemOf(to, { heading, title, root }) {
  if (relative(root, to).startsWith('..')) return 'is outside the repository';
  if (!existsSync(to)) return 'does not exist';
  const text = statSync(to).isFile() ? readFileSync(to, 'utf8') : '';
  if (heading && !headingsOf(text).includes(heading)) return 'has no such heading';
  if (title && !TEST_FILE.test(to)) return `is no file of tests, so it has no "${title}"`;
  if (title && !hasTest(text, title)) return `has no test "${title}"`;
  return undefined;
}

/** The anchors that GitHub makes. */
const headingsOf = (markdown) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, words]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** A string of the file that is the title, or the title with its tags. */
const hasTest = (source, title) => new RegExp(`(['"\`])${RegExp.escape(title)}(?: \\[(?:spec|asvs) |\\1)`).test(source);
