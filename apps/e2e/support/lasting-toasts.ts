import type { Page } from '@playwright/test';

/**
 * Disables timers of 2 seconds or more, so that toasts, redirects and Undo stay for the check, except those of exactly 5
 * seconds: after these a button is free although a reload has got no answer.
 */
export const lastingToasts = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((call: () => void, delay = 0) =>
      delay < 2000 || delay === 5000 ? start(call, delay) : 0) as typeof setTimeout;
  });
