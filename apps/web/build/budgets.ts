import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { scriptsOf, withImports } from './scripts-of.ts';

const KB = 1000;
/** Gzipped sizes that the build may not exceed. */
const LIMITS = { entry: 150 * KB, route: 30 * KB, css: 25 * KB };
/** What a visitor opens first, and the page for any other address: all the script they load counts as entry. */
const ENTRY_PAGES = ['index.html', 'landing.html', 'login.html'];
/** What validates forms: loaded when a form gets the focus. */
const SCHEMAS = /^assets\/schemas-/;
const OPERATORS = 'desk-page';
const ROUTE = /^assets\/(.+-page)-[\w-]{8}\.js$/;

const size = (content: string | Uint8Array) => gzipSync(content).length;
const kB = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`;
const sum = (sizes: number[]) => sizes.reduce((total, bytes) => total + bytes, 0);

/**
 * Fails the build when a visitor would have to load more than the budgets allow, or a student's screen loads schemas. (size-limit weighs files by their names;
 * what a page loads follows from its HTML and the chunks' imports.)
 */
export const budgets = (): Plugin => ({
  name: 'budgets',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const sizeOf = (name: string) => {
      const file = bundle[name];
      return file ? size(file.type === 'chunk' ? file.code : file.source) : 0;
    };
    const rows: { what: string; bytes: number; limit: number }[] = [];
    for (const name of ENTRY_PAGES) {
      const page = bundle[name];
      if (page?.type !== 'asset') return this.error(`There is no ${name} to weigh`);
      const bytes = sum([...scriptsOf(String(page.source), bundle)].map(sizeOf));
      rows.push({ what: `scripts of ${name}`, bytes, limit: LIMITS.entry });
    }
    for (const name of Object.keys(bundle)) {
      const [, route] = ROUTE.exec(name) ?? [];
      if (!route) continue;
      rows.push({ what: route, bytes: sizeOf(name), limit: LIMITS.route });
      if (route !== OPERATORS && [...withImports([name], bundle)].some((script) => SCHEMAS.test(script)))
        return this.error(`${route} loads the contract's schemas, which take a slow phone 0.1 s before its screen`);
    }
    if (!Object.keys(bundle).some((name) => SCHEMAS.test(name))) return this.error('No script has the schemas');
    const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'));
    rows.push({ what: 'styles', bytes: sum(styles.map(sizeOf)), limit: LIMITS.css });

    for (const { what, bytes, limit } of rows) this.info(`${what}: ${kB(bytes)} of ${kB(limit)}`);
    const over = rows.filter(({ bytes, limit }) => bytes > limit);
    const excess = over.map(({ what, bytes, limit }) => `${what} by ${bytes - limit} bytes`).join(', ');
    if (excess) this.error(`Over budget: ${excess}. AGENTS.md says what counts.`);
  },
});
