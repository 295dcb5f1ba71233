import { Button, Stack, Text } from '@mantine/core';
import { CONTEST_DAYS, counted, type ContestStrike, type OwnStrike } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { reload } from '../../shared/api/reload';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { MealLine } from '../../shared/ui/meal-line';
import { WhatHappenedField } from '../../shared/ui/what-happened-field';
import { myStrikes } from './strikes.queries';

/** Asks what happened from the struck student's side. A suspension that the strike caused is lifted until the decision. */
export function ContestForm({ strike, onDone }: { strike: OwnStrike; onDone: () => void }) {
  const queryClient = useQueryClient();
  const contest = useMutation({
    mutationFn: (body: ContestStrike) =>
      unwrap(api.strikes.contest({ params: { id: strike._id }, body })).catch(async (failure: unknown) => {
        // the response to this call, or to an earlier one, may have been lost
        const strikes = await queryClient.query({ ...myStrikes, staleTime: 0 }).catch(() => []);
        if (!strikes.find(({ _id }) => _id === strike._id)?.contest) throw failure;
      }),
    onSettled: (_done, error) => reload(queryClient, error),
    meta: {
      success: 'Those who run your campus read what you wrote, and decide.',
      failure: 'Failed to contest this strike',
    },
  });
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
