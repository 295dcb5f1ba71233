import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.js';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
export const COLOR_SCHEMES = ['light', 'dark'] as const;
export const WIDTHS = [360, 768, 1280];

/** In both themes, at every width: no violation of WCAG 2.2 A and AA that axe can find, nothing to scroll sideways for. */
export async function expectAccessible(page: Page, name: string) {
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${name}, ${colorScheme}, ${width} px`;
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(WCAG);
      // the page has no frames of others, so axe need not open a page of its own to put their results together
      const { violations } = await axe.setLegacyMode().analyze();
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
      expect.soft(found, where).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `${where}, scrolls sideways`).toBeLessThanOrEqual(0);
    }
  }
}
