import { defineConfig } from '@playwright/test';
import tests from './playwright.config.js';

/**
 * `pnpm shots`: takes a screenshot of every screen, in both themes and three widths, into shots/, and the pictures of
 * README.md and docs/running-a-campus.md into docs/pictures/.
 */
export default defineConfig({ ...tests, testMatch: '**/*.shots.ts' });
