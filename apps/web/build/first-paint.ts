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
 * A painted form can be typed into (src/app/carry-over.ts) but not sent: the browser would put the password into the
 * address. Its button looks enabled for the first second, so that it does not flicker on a fast network.
 */
const UNSENDABLE = {
  button: (html: string) => html.replaceAll(' type="submit"', ' type="submit" disabled data-painted'),
  css: `
    [data-painted] { animation: painted 0.3s 1s backwards }
    @keyframes painted { from { background: var(--button-bg); color: var(--button-color); border-color: transparent } }`,
};

/** The screens that are shared as links; the API puts a shared request's own preview into the second. */
const PREVIEWED = ['/', '/requests'];

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
    html: UNSENDABLE.button(html).replaceAll(
      / style="([^"]*)"/g,
      (_, style: string) => ` data-style="${numbered(style)}"`,
    ),
  }));
  const css = [...styles].map(([style, number]) => `[data-style='${number}']{${style.replaceAll('&quot;', '"')}}`);
  return { paints: moved, css: [...css, UNSENDABLE.css].join('\n') };
}

/** The scripts of a screen that the page does not name yet, for the browser to fetch while it still reads the page. */
function preloads(page: string, modules: string[], bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const wanted = modules.map((module) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!chunk) throw new Error(`src/app/screens.tsx names ${module}, which has no script of its own`);
    return chunk.fileName;
  });
  const named = scriptsOf(page, bundle);
  const missing = [...withImports(wanted, bundle)].filter((name) => !named.has(name));
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

/** `/create-request` → `create-request.html`; the landing page is `landing.html`. */
const fileOf = (path: string) => `${path.slice(1) || 'landing'}.html`;

/**
 * Writes a painted page for every screen in `paintedScreens`: `/login` is `login.html`. A server sends it for that
 * address and `index.html` for any other; the script then replaces what is on the screen.
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
      const font = Object.keys(bundle).find((name) => name.endsWith('.woff2'));
      const script = this.emitFile({ type: 'asset', name: 'before-paint.js', source: await readFile(BEFORE_PAINT) });
      const page = stylesFirst(String(shell.source)).replace(
        '</title>',
        `</title>
    <link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">
    <script src="/${this.getFileName(script)}"></script>`,
      );
      shell.source = page;
      for (const { path, html, modules } of (await painted).paints) {
        const head = [preloads(page, modules, bundle), ...(PREVIEWED.includes(path) ? [linkPreview(page)] : [])].join(
          '\n    ',
        );
        const source = page
          .replace('</head>', `  ${head}\n  </head>`)
          .replace('<div id="root">', () => `<div id="root">${html}`);
        this.emitFile({ type: 'asset', fileName: fileOf(path), source });
      }
    },
  };
};
