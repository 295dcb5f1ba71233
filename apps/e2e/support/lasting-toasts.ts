import type { Page } from '@playwright/test';
import { LOGIN_ERROR_TOAST_SECONDS, TOAST_SECONDS } from '@spareswipe/contract';

/** Disables the timers that end toasts, so that these stay for the check. Those of the app, such as one that frees a button, run. */
export const lastingToasts = (page: Page) =>
  page.addInitScript(
    (seconds) => {
      const start = window.setTimeout.bind(window);
      window.setTimeout = ((call: () => void, delay = 0) =>
        seconds.includes(Math.floor(delay / 1000)) ? 0 : start(call, delay)) as typeof setTimeout;
    },
    [TOAST_SECONDS, LOGIN_ERROR_TOAST_SECONDS],
  );
