import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { isFull, short } from './levels.js';
import { expect } from './test.js';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
export const COLOR_SCHEMES = ['light', 'dark'] as const;
export const WIDTHS = [360, 768, 1280];
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Where axe looks in `pnpm test`; in `pnpm test:full` it looks at both themes, at every width. */
const PHONE = WIDTHS[0];

/** Expects no WCAG 2.2 A or AA violation that axe finds, and no horizontal scrolling at any width. */
export async function expectAccessible(page: Page, name: string) {
  const before = page.viewportSize();
  await page.evaluate(AXE); // once: half a megabyte takes longer to parse than to run
  for (const colorScheme of short<readonly (typeof COLOR_SCHEMES)[number][]>(['light'], { full: COLOR_SCHEMES })) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const tags = isFull || width === PHONE ? WCAG : [];
      // A colour read in the middle of a change is no fault of the screen; a real fault stays.
      await expect
        .configure({ soft: true })
        .poll(() => page.evaluate(inspect, tags), { message: `${name}, ${colorScheme}, ${width} px` })
        .toEqual({ found: [], overflow: 0 });
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Runs in the page, where axe is a global. Finishes transitions first, so that colours are not between two themes. */
async function inspect(tags: string[]) {
  const { axe: here } = window as unknown as { axe: typeof axe };
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
  const { scrollWidth, clientWidth } = document.documentElement;
  /** In px, sideways. */
  const overflow = Math.max(0, scrollWidth - clientWidth);
  if (tags.length === 0) return { found: [], overflow };
  const { violations } = await here.run(document, { resultTypes: ['violations'], runOnly: tags, preload: false });
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  return { found, overflow };
}
