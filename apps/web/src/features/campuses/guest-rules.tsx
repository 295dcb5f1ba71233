import { Anchor, Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Details } from '../../shared/ui/details';
import { myCampus } from './campuses.queries';

/** The campus's rules for guest meals, with their link if there is one. Renders nothing without rules. */
export function GuestRules() {
  const titleId = useId();
  const rules = useQuery(myCampus).data?.guestRules;
  if (!rules) return null;
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-labelledby={titleId}>
      <Title order={2} size="h4" id={titleId} mb="xs">
        Guest meals on your campus
      </Title>
      <Details text={rules.text} describedBy={titleId} />
      {rules.url && (
        <Anchor href={rules.url} target="_blank" rel="noreferrer" aria-describedby={titleId}>
          Read the rules
        </Anchor>
      )}
    </Paper>
  );
}
