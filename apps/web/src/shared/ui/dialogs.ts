import { modals } from '@mantine/modals';
import { dialogScript } from './late-script';

/** Called once the place for dialogs is on the screen. */
export let dialogsAreReady: () => void;
const ready = new Promise<void>((resolve) => (dialogsAreReady = resolve));

async function whenReady(open: () => void) {
  dialogScript.need();
  await ready;
  open();
}

/** The dialogs of Mantine. One that is opened before their script has loaded waits for it. */
export const dialogs = {
  open: (...settings: Parameters<typeof modals.open>) => void whenReady(() => modals.open(...settings)),
  ask: (...settings: Parameters<typeof modals.openConfirmModal>) =>
    void whenReady(() => modals.openConfirmModal(...settings)),
  close: modals.close,
};
