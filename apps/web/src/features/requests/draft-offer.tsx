import { Group, Paper, Text } from '@mantine/core';
import { ActionButton } from '../../shared/ui/action-button';
import classes from './draft-offer.module.css';

interface Props {
  resume: () => void;
  discard: () => void;
}

/** Over a form that has what this student was writing before. */
export function DraftOffer({ resume, discard }: Props) {
  return (
    <Paper component="section" withBorder className={classes.offer} aria-label="Your draft">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>Continue your draft?</Text>
        <Group gap="xs">
          <ActionButton onClick={resume}>Continue</ActionButton>
          <ActionButton variant="subtle" onClick={discard}>
            Discard
          </ActionButton>
        </Group>
      </Group>
    </Paper>
  );
}
