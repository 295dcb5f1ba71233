import { ModalsProvider, useModals } from '@mantine/modals';
import { useBackCloses } from '../shared/ui/back-closes';

/** Where `confirm` shows its dialogs. Loaded with the signed-in screens, a visitor needs none. */
export function Dialogs() {
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }}>
      <BackCloses />
    </ModalsProvider>
  );
}

function BackCloses() {
  const { modals, closeAll } = useModals();
  useBackCloses(modals.length > 0, closeAll);
  return null;
}
