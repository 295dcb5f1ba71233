import { notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** Shows the words of the latest toast where the script of the toasts could not be fetched. */
export function PlainToast() {
  const latest = useNotifications().notifications.at(-1);
  useEffect(() => {
    if (!latest?.id || typeof latest.autoClose !== 'number') return;
    const timer = setTimeout(notifications.hide, latest.autoClose, latest.id);
    return () => clearTimeout(timer);
  }, [latest]);
  return (
    <div
      role="alert"
      style={{
        position: 'fixed',
        insetBlockStart: '1rem',
        insetInline: '1rem',
        zIndex: 'var(--mantine-z-index-overlay)',
        padding: latest && '1rem',
        background: 'var(--mantine-color-text)',
        color: 'var(--mantine-color-body)',
      }}
    >
      {latest?.message}
    </div>
  );
}
