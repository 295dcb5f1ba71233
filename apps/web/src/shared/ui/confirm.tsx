import { Button, Stack, Text } from '@mantine/core';
import type { RequestedMeal } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error';
import { ActionButton } from './action-button';
import { DialogButtons } from './dialog-buttons';
import { dialogs } from './dialogs';
import { MealLine } from './meal-line';
import { focusToReturn } from './use-focus-kept';

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
  /** Does it, if that is a call. */
  act?: () => Promise<unknown>;
}

let asked = 0;

/**
 * Asks in a dialog, acts on the yes, and returns whether that was done. The dialog stays while it is being done, and if it
 * failed for a passing reason, to try again. The focus returns to the button that asked, or to what was around it.
 */
export const confirm = ({ title, meal, question, consequence, yes, no = 'Cancel', isDanger, act }: Question) =>
  new Promise<boolean>((resolve) => {
    const returnFocus = focusToReturn();
    // its own: a call that outlives its question must not close the next one
    const modalId = `question-${++asked}`;
    const close = () => dialogs.close(modalId);
    let isOpen = true;
    async function agree() {
      try {
        await act?.();
        resolve(true);
      } catch (error) {
        if (!(error instanceof ApiError) || error.passing) throw error;
      }
      if (!isOpen) return;
      returnFocus();
      close();
    }
    dialogs.open({
      modalId,
      title,
      onClose: () => {
        isOpen = false;
        resolve(false);
      },
      children: (
        <Stack gap="md">
          <div>
            {meal && <MealLine meal={meal} />}
            <Text>{question}</Text>
            {consequence && <Text mt="xs">{consequence}</Text>}
          </div>
          <DialogButtons>
            {/* the focus starts where an accidental Enter does no harm */}
            <Button variant="default" data-autofocus onClick={close}>
              {no}
            </Button>
            <ActionButton color={isDanger ? 'red' : undefined} onClick={agree}>
              {yes}
            </ActionButton>
          </DialogButtons>
        </Stack>
      ),
    });
  });
