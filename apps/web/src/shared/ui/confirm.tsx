import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { leaveStep } from './back-closes';
import classes from './dialog-buttons.module.css';

interface Question {
  title: string;
  question: ReactNode;
  yes: string;
  no?: string;
  /** The yes cannot be undone. */
  isDanger?: boolean;
}

/**
 * Asks in a dialog; true only for the yes button. The focus is back where it was by then: what the yes does may take that
 * place away, and with it the button that the focus then moves on from.
 */
export const confirm = ({ title, question, yes, no = 'Cancel', isDanger = false }: Question) =>
  new Promise<boolean>((resolve) => {
    const asker = document.activeElement;
    modals.openConfirmModal({
      title,
      children: <Text>{question}</Text>,
      labels: { confirm: yes, cancel: no },
      groupProps: { className: classes.buttons },
      // the focus begins where Enter, pressed once too often, does no harm
      cancelProps: { 'data-autofocus': true },
      confirmProps: isDanger ? { color: 'red' } : {},
      onConfirm: () => {
        if (asker instanceof HTMLElement) asker.focus({ preventScroll: true });
        // what the yes does may be to go somewhere else, from the page and not from the dialog's step
        resolve(leaveStep().then(() => true));
      },
      onClose: () => resolve(false),
    });
  });
