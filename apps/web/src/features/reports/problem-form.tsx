import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import type { ProblemKind, ReportProblem } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { WhatHappenedField } from '../../shared/ui/what-happened-field';

export type Subject = Pick<ReportProblem, 'about' | 'id'>;

const KINDS: Record<ProblemKind, string> = {
  safety: 'I felt unsafe or harassed',
  money: 'They asked for money',
  text: 'What they wrote is offensive',
  fake: 'This is not a real request',
  other: 'Something else',
};

/** Asks what is wrong with a match or a request. What was typed survives a failed call. */
export function ProblemForm({ subject, meal, onDone }: { subject: Subject; meal: string; onDone: () => void }) {
  const report = useMutation({
    mutationFn: (body: ReportProblem) => unwrap(api.reports.report({ body })),
    meta: {
      success: 'Thank you. Your report is kept for those who run SpareSwipe on your campus.',
      failure: 'Failed to send your report',
    },
  });
  const { formProps, field, isSubmitting } = useContractForm({
    initialValues: { ...subject, kind: '', text: '' },
    schema: (rules) => rules.reportProblem,
    kept: { as: `report ${subject.id}`, fields: ['kind', 'text'] },
    submit: async (values) => {
      await report.mutateAsync(values as ReportProblem); // the schema has checked it
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text fw={500}>
          <bdi>{meal}</bdi>
        </Text>
        <Text>
          Where somebody runs SpareSwipe on your campus, they read it and answer you by email. The other side does not
          learn who reported.
        </Text>
        <NativeSelect
          label="What is it about?"
          data-autofocus
          aria-required
          data={[{ value: '', label: 'Please choose' }, ...entries(KINDS)]}
          {...field('kind')}
        />
        <WhatHappenedField {...field('text')} />
        <Text size="sm" c="dimmed">
          Somebody is in danger? Call 911 or campus security first.
        </Text>
        <DialogButtons>
          <Button variant="default" onClick={onDone} disabled={isSubmitting}>
            Cancel
          </Button>
          <SubmitButton isSubmitting={isSubmitting} busy="Sending...">
            Send report
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

const entries = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
