import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './test.js';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
export const COLOR_SCHEMES = ['light', 'dark'] as const;
export const WIDTHS = [360, 768, 1280];

/** In both themes, at every width: no violation of WCAG 2.2 A and AA that axe can find, nothing to scroll sideways for. */
export async function expectAccessible(page: Page, name: string) {
  await page.evaluate(axe.source); // once: half a megabyte, which takes longer to read than to look around with
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${name}, ${colorScheme}, ${width} px`;
      let { found, overflow } = await page.evaluate(lookAround, WCAG);
      // A colour that is read while it changes is no fault of the screen; what is wrong with that is still wrong now.
      if (found.length) ({ found, overflow } = await page.evaluate(lookAround, WCAG));
      expect.soft(found, where).toEqual([]);
      expect.soft(overflow, `${where}, scrolls sideways`).toBeLessThanOrEqual(0);
    }
  }
}

/** Runs in the page, of which axe is a global. Colours on their way from one theme to the other are nobody's to read. */
async function lookAround(tags: string[]) {
  const { axe: here } = window as unknown as { axe: typeof axe };
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
  const { violations } = await here.run(document, { resultTypes: ['violations'], runOnly: tags });
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    found: violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    overflow: scrollWidth - clientWidth,
  };
}
