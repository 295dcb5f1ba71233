import { ModalsProvider } from '@mantine/modals';

/** Where `confirm` shows its dialogs. Loaded with the signed-in screens, a visitor needs none. */
export function Dialogs() {
  return <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }} />;
}
