import { ModalsProvider, useModals } from '@mantine/modals';
import { useEffect } from 'react';
import { enterDialogStep, isDialogStep, leaveDialogStep } from '../shared/ui/dialog-step';

/** Where `confirm` shows its dialogs. Loaded with the signed-in screens, a visitor needs none. */
export function Dialogs() {
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }}>
      <BackCloses />
    </ModalsProvider>
  );
}

/** The browser's Back closes what is open; neither a reload nor Forward stops at a dialog that is no more. */
function BackCloses() {
  const { modals, closeAll } = useModals();
  const isOpen = modals.length > 0;
  useEffect(() => {
    if (isOpen) enterDialogStep();
    else void leaveDialogStep();
    const follow = () => {
      if (!isOpen) void leaveDialogStep();
      // also a dialog that opened while another one's step was being left: open it once that is over
      else if (!isDialogStep()) closeAll();
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [isOpen, closeAll]);
  return null;
}
