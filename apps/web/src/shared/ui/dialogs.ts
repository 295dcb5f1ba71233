import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
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
  /** With a form: a click outside does not close it, so nothing typed is lost. */
  openForm: (modalId: string, title: string, form: (close: () => void) => ReactNode, onClose?: () => void) =>
    void whenReady(() =>
      modals.open({ modalId, title, closeOnClickOutside: false, onClose, children: form(() => modals.close(modalId)) }),
    ),
  ask: (...settings: Parameters<typeof modals.openConfirmModal>) =>
    void whenReady(() => modals.openConfirmModal(...settings)),
  close: modals.close,
};
