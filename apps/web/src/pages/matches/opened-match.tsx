import { Box, Group, Title } from '@mantine/core';
import { useId } from 'react';
import { ActionButton } from '../../shared/ui/action-button';
import { Spotlight } from '../../shared/ui/spotlight';
import { MatchCard } from './match-card';
import { useMatchOfLink } from './match-of-link';

interface Props {
  id: string;
  drop: () => void;
  now: Date;
}

/** Above the list, the match that the address names, where the list does not have it: it is on another page or tab. */
export function OpenedMatch({ id, drop, now }: Props) {
  const titleId = useId();
  const { match, notice } = useMatchOfLink(id, drop);
  if (!match) return notice;
  return (
    <Box component="section" mb="lg" aria-labelledby={titleId} tabIndex={-1} data-still>
      <Group justify="space-between" gap="xs" mb="xs" wrap="nowrap">
        <Title order={2} id={titleId}>
          The match you opened
        </Title>
        <ActionButton variant="subtle" onClick={drop}>
          Close
        </ActionButton>
      </Group>
      <Spotlight isOn>
        <MatchCard match={match} now={now} />
      </Spotlight>
    </Box>
  );
}
