import { defineConfig } from '@playwright/test';
import tests from './playwright.config.js';

/** `pnpm presses`: how soon a press on the list screens shows an effect on a slow phone. */
export default defineConfig({ ...tests, testMatch: '**/*.presses.ts', workers: 1, timeout: 600_000 });
