import { useWindowEvent } from '@mantine/hooks';
import { ModalsProvider, useModals } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogsAreReady } from '../shared/ui/dialogs';
import { useCloseWatcher } from '../shared/ui/use-close-watcher';
import { focusBehindDialog } from '../shared/ui/use-focus-kept';

/** Without motion a dialog has closed before Mantine returns the focus, and the button that opened it may be gone by then. */
function keepFocusOnPage() {
  const focus = document.activeElement;
  if (focus === document.body || focus?.closest('[role=dialog]')) focusBehindDialog();
}

/** The place where dialogs appear. Loads late, since the first screen needs none. */
export function Dialogs() {
  useEffect(() => dialogsAreReady(), []);
  return (
    <ModalsProvider
      modalProps={{
        closeButtonProps: { 'aria-label': 'Close' },
        onExitTransitionEnd: keepFocusOnPage,
      }}
    >
      <CloseOnBack />
    </ModalsProvider>
  );
}

/** Back closes dialogs: alone on Android, elsewhere together with the page that they belong to (decision 19). */
function CloseOnBack() {
  const { modals, closeAll } = useModals();
  useCloseWatcher(modals.length > 0, closeAll);
  useWindowEvent('popstate', () => closeAll());
  return null;
}
