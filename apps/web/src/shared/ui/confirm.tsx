import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import classes from './dialog-buttons.module.css';

interface Question {
  title: string;
  question: ReactNode;
  /** What a yes brings about. */
  consequence?: string;
  yes: string;
  no?: string;
  /** For what cannot be undone. */
  isDanger?: boolean;
}

/**
 * Asks in a dialog and returns true only for the yes button. The focus is back on the asking button by then, so that a
 * button which disappears with what was confirmed can pass the focus on.
 */
export const confirm = ({ title, question, consequence, yes, no = 'Cancel', isDanger = false }: Question) =>
  new Promise<boolean>((resolve) => {
    const asker = document.activeElement;
    modals.openConfirmModal({
      title,
      children: (
        <>
          <Text>{question}</Text>
          {consequence && <Text mt="xs">{consequence}</Text>}
        </>
      ),
      labels: { confirm: yes, cancel: no },
      groupProps: { className: classes.buttons },
      // the focus starts where an accidental Enter does no harm
      cancelProps: { 'data-autofocus': true },
      confirmProps: isDanger ? { color: 'red' } : {},
      onConfirm: () => {
        if (asker instanceof HTMLElement) asker.focus({ preventScroll: true });
        resolve(true);
      },
      onClose: () => resolve(false),
    });
  });
