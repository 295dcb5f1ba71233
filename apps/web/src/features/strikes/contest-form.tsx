import { Button, Stack, Text } from '@mantine/core';
import { CONTEST_DAYS, counted, type OwnStrike } from '@spareswipe/contract';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { MealLine } from '../../shared/ui/meal-line';
import { WhatHappenedField } from '../../shared/ui/what-happened-field';
import { useContestStrike } from './strikes.mutations';

/** Asks what happened from the struck student's side. */
export function ContestForm({ strike, onDone }: { strike: OwnStrike; onDone: () => void }) {
  const contest = useContestStrike(strike._id);
  const { formProps, field, isSubmitting } = useContractForm({
    initialValues: { text: '' },
    schema: (rules) => rules.contestStrike,
    kept: { as: `strike ${strike._id}`, fields: ['text'] },
    submit: async (values) => {
      await contest.mutateAsync(values);
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <MealLine meal={strike} />
        <Text>
          Those who run your campus read it and decide. Until then this strike suspends nobody. If nobody decides within{' '}
          {counted(CONTEST_DAYS, 'day')}, it stands.
        </Text>
        <WhatHappenedField data-autofocus {...field('text')} />
        <DialogButtons>
          <Button variant="default" onClick={onDone} disabled={isSubmitting}>
            Cancel
          </Button>
          <SubmitButton isSubmitting={isSubmitting} busy="Sending...">
            Contest strike
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}
