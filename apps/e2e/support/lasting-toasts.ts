import type { Page } from '@playwright/test';

/** Disables timers of 2 seconds or more, so that toasts and redirects stay for the check. */
export const lastingToasts = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((call: () => void, delay = 0) => (delay < 2000 ? start(call, delay) : 0)) as typeof setTimeout;
  });
