import { defineConfig } from '@playwright/test';
import tests from './playwright.config.js';

/** `pnpm shots`: a picture of every screen, in both themes and three widths, under shots/. */
export default defineConfig({ ...tests, testMatch: '**/*.shots.ts' });
