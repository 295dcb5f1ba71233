import { REFRESH_LISTS_SECONDS } from '@spareswipe/contract';
import { focusManager, keepPreviousData } from '@tanstack/react-query';

/** Spread into a list's query: it refreshes itself and on focus, and the old page stays until the new one is there. */
export const live = {
  refetchInterval: REFRESH_LISTS_SECONDS * 1000,
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
} as const;

const BACK = ['visibilitychange', 'focus', 'online'] as const;

/**
 * Refreshes when the network is back or the student is, also to a window that others had covered: that one was visible all
 * along, and only gets the focus.
 */
export const refreshOnReturn = () =>
  focusManager.setEventListener((onFocus) => {
    const check = () => onFocus();
    BACK.forEach((event) => window.addEventListener(event, check));
    return () => BACK.forEach((event) => window.removeEventListener(event, check));
  });
