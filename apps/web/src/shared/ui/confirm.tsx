import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

interface Question {
  title: string;
  question: string;
  yes: string;
  no?: string;
  /** The yes cannot be undone. */
  isDanger?: boolean;
}

/** Asks in a dialog; true only for the yes button. */
export const confirm = ({ title, question, yes, no = 'Cancel', isDanger = false }: Question) =>
  new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text>{question}</Text>,
      labels: { confirm: yes, cancel: no },
      confirmProps: isDanger ? { color: 'red' } : {},
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
