import { useSyncExternalStore } from 'react';

let names: typeof import('@spareswipe/contract/campus-names') | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loads the list of proper names, once. Without it, screens show the derived institution. */
export function loadCampusNames(): Promise<void> {
  loading ??= import('@spareswipe/contract/campus-names').then(
    (loaded) => {
      names = loaded;
      listeners.forEach((listener) => listener());
    },
    () => void (loading = undefined),
  );
  return loading;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  void loadCampusNames();
  return () => void listeners.delete(listener);
}

/**
 * The proper name of a campus: as the server has it, else that of the list; undefined while that loads, and for a campus
 * without a known one.
 */
export function useCampusName(institution: string, ofServer?: string): string | undefined {
  const known = useSyncExternalStore(
    subscribe,
    () => names?.campusName(institution),
    () => undefined,
  );
  return ofServer ?? known;
}
