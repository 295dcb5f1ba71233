import { defineConfig } from '@playwright/test';
import tests from './playwright.config.js';

/** `pnpm lighthouse`: Lighthouse's mobile run of every screen, one at a time so that they don't affect each other's scores. */
export default defineConfig({ ...tests, testMatch: '**/*.lighthouse.ts', workers: 1, timeout: 180_000 });
