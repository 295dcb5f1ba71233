import { useEffect, useEffectEvent } from 'react';

declare global {
  interface Window {
    /** Not in every browser, and not in TypeScript's own types yet. */
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/** Closes a menu or dialog when the platform asks to, as Android's Back does. Without `CloseWatcher` nothing happens. */
export function useCloseWatcher(isOpen: boolean, close: () => void) {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen || !window.CloseWatcher) return;
    const watcher = new window.CloseWatcher();
    watcher.addEventListener('close', () => onClose());
    return () => watcher.destroy();
  }, [isOpen]);
}
