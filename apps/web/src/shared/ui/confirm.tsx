import { Stack, Text } from '@mantine/core';
import type { RequestedMeal } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import classes from './dialog-buttons.module.css';
import { dialogs } from './dialogs';
import { MealLine } from './meal-line';

interface Question {
  title: string;
  meal?: RequestedMeal;
  question: ReactNode;
  /** What happens after a yes. */
  consequence?: string;
  yes: string;
  no?: string;
  /** Marks a yes that cannot be undone. */
  isDanger?: boolean;
}

/** Asks in a dialog and returns true only for the yes button. */
export const confirm = ({ title, meal, question, consequence, yes, no = 'Cancel', isDanger = false }: Question) =>
  new Promise<boolean>((resolve) => {
    dialogs.ask({
      title,
      children: (
        <Stack gap="xs">
          {meal && <MealLine meal={meal} />}
          <Text>{question}</Text>
          {consequence && <Text>{consequence}</Text>}
        </Stack>
      ),
      labels: { confirm: yes, cancel: no },
      groupProps: { className: classes.buttons },
      // the focus starts where an accidental Enter does no harm
      cancelProps: { 'data-autofocus': true },
      confirmProps: isDanger ? { color: 'red' } : {},
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
