import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import type { Paint } from '../src/app/first-paint.tsx';
import { linkPreview } from './link-preview.ts';
import { scriptsOf, withImports } from './scripts-of.ts';
import { themeCss } from './theme-css.ts';

const BEFORE_PAINT = new URL('./before-paint.js', import.meta.url);
const CSS = 'virtual:first-paint.css';
const ENTRY = 'src/app/first-paint.tsx';

/**
 * Only the links of a painted page work. What is typed into a form would be lost when the script replaces it, and the
 * browser would send it in the address.
 */
const withoutForms = (html: string) =>
  html.replaceAll(/<(form|button)\b/g, '<$1 inert').replaceAll('<input', '<input readonly');

/** Renders the screens in Node, with the class names that the browser's build will have. */
async function paintScreens(root: string, define: Record<string, unknown>): Promise<Paint[]> {
  const outDir = join(root, 'node_modules/.first-paint');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define,
    plugins: [react(), themeCss()],
    build: { ssr: ENTRY, outDir, emptyOutDir: true, copyPublicDir: false },
  });
  // a new address for each build in this process: Node caches modules by address
  const module = (await import(`${pathToFileURL(join(outDir, 'first-paint.js')).href}?${Date.now()}`)) as {
    firstPaints: () => Promise<Paint[]>;
  };
  return module.firstPaints();
}

/**
 * Style attributes as rules of a stylesheet: the content security policy allows those of our own origin only, and React
 * has not run yet to set them from script, which it allows.
 */
function withoutStyleAttributes(paints: Paint[]): { paints: Paint[]; css: string } {
  const styles = new Map<string, number>();
  const numbered = (style: string) => {
    if (!styles.has(style)) styles.set(style, styles.size);
    return styles.get(style);
  };
  const moved = paints.map(({ html, ...paint }) => ({
    ...paint,
    html: withoutForms(html).replaceAll(/ style="([^"]*)"/g, (_, style: string) => ` data-style="${numbered(style)}"`),
  }));
  const css = [...styles].map(([style, number]) => `[data-style='${number}']{${style.replaceAll('&quot;', '"')}}`);
  return { paints: moved, css: css.join('\n') };
}

/** The scripts of a screen that the page does not name yet, for the browser to fetch while it still reads the page. */
function preloads(page: string, screen: string, bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/pages/${screen}.tsx`));
  if (!chunk) throw new Error(`src/app/screens.tsx names ${screen}, which has no script of its own`);
  const named = scriptsOf(page, bundle);
  const missing = [...withImports([chunk.fileName], bundle)].filter((name) => !named.has(name));
  return missing
    .map((name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">`)
    .join('\n    ');
}

/** Moves stylesheets before scripts. */
function stylesFirst(page: string): string {
  const styles = page.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
  const rest = styles.reduce((left, style) => left.replace(style, ''), page);
  return rest.replace(/ *<script type="module"/, (script) => `${styles.join('')}${script} fetchpriority="low"`);
}

/**
 * Writes a painted page for each screen that visitors open: `/login` is `login.html`, `/` is `landing.html`. A server
 * sends it for that address and `index.html` for any other; the script then replaces what is on the screen.
 */
export const firstPaint = (): Plugin => {
  let root = '';
  let define: Record<string, unknown> = {};
  let painted: Promise<{ paints: Paint[]; css: string }> | undefined;
  return {
    name: 'first-paint',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      define = config.define ?? {};
      if (config.command === 'build') painted = paintScreens(root, define).then(withoutStyleAttributes);
    },
    resolveId: (id) => (id === CSS ? `\0${CSS}` : undefined),
    load: async (id) => (id === `\0${CSS}` ? ((await painted)?.css ?? '') : undefined),
    async generateBundle(_options, bundle) {
      const shell = bundle['index.html'];
      if (shell?.type !== 'asset' || !painted) return;
      const font = Object.keys(bundle).find((name) => /fraunces-latin-600.*\.woff2$/.test(name));
      const script = this.emitFile({ type: 'asset', name: 'before-paint.js', source: await readFile(BEFORE_PAINT) });
      const page = stylesFirst(String(shell.source)).replace(
        '</title>',
        `</title>
    <link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">
    <script src="/${this.getFileName(script)}"></script>`,
      );
      shell.source = page;
      const emit = (name: string, head: string[], html: string) =>
        this.emitFile({
          type: 'asset',
          fileName: `${name}.html`,
          source: page
            .replace('</head>', `  ${head.join('\n    ')}\n  </head>`)
            .replace('<div id="root">', () => `<div id="root">${html}`),
        });
      for (const { path, html, page: screen } of (await painted).paints) {
        const scripts = preloads(page, screen, bundle);
        if (path === '/') emit('landing', [scripts, linkPreview(page)], html);
        else emit(path.slice(1), [scripts], html);
      }
      // shared as a link: the API puts the preview of the request into it
      emit('requests', [linkPreview(page)], '');
    },
  };
};
