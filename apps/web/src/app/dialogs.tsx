import { ModalsProvider, useModals } from '@mantine/modals';
import { useBackCloses } from '../shared/ui/back-closes';

/** The button that opened a dialog may be gone by the time it closes, and with it the place for the focus to go back to. */
function keepFocusOnPage() {
  const focus = document.activeElement;
  if (focus === document.body || focus?.closest('[role=dialog]'))
    document.querySelector('main')?.focus({ preventScroll: true });
}

/** Where `confirm` shows its dialogs. Loaded with the signed-in screens, a visitor needs none. */
export function Dialogs() {
  return (
    <ModalsProvider
      modalProps={{
        closeButtonProps: { 'aria-label': 'Close' },
        onExitTransitionEnd: keepFocusOnPage,
      }}
    >
      <BackCloses />
    </ModalsProvider>
  );
}

function BackCloses() {
  const { modals, closeAll } = useModals();
  useBackCloses(modals.length > 0, closeAll);
  return null;
}
