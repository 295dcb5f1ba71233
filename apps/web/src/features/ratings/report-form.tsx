import { Button, Stack, Text } from '@mantine/core';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { WhatHappenedField } from '../../shared/ui/what-happened-field';
import { useReportComment } from './ratings.mutations';

/** Asks why a student reports the comment about them. */
export function ReportForm({ matchId, onDone }: { matchId: string; onDone: () => void }) {
  const report = useReportComment(matchId);
  const { formProps, field, isSubmitting } = useContractForm({
    initialValues: { text: '' },
    schema: (rules) => rules.reportComment,
    kept: { as: `comment ${matchId}`, fields: ['text'] },
    submit: async (values) => {
      await report.mutateAsync(values);
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text>You will no longer see this comment. The student who wrote it does not learn that you reported it.</Text>
        <WhatHappenedField label="What is wrong with it?" rows={3} data-autofocus {...field('text')} />
        <DialogButtons>
          <Button variant="default" onClick={onDone} disabled={isSubmitting}>
            Cancel
          </Button>
          <SubmitButton color="red" isSubmitting={isSubmitting} busy="Reporting...">
            Report comment
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}
