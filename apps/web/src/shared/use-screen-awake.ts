import { useEffect } from 'react';

/** Keeps the screen of the phone on while this shows, where the browser can; the browser lets go whenever the tab is hidden. */
export function useScreenAwake() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    async function keepAwake() {
      // not in every browser, and refused when the battery is low
      if (document.visibilityState !== 'visible' || lock?.released === false || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) void lock?.release();
    }
    void keepAwake();
    document.addEventListener('visibilitychange', keepAwake);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', keepAwake);
      void lock?.release();
    };
  }, []);
}
