import { Group, Paper, Text } from '@mantine/core';
import { ActionButton } from '../../shared/ui/action-button';
import type { RequestValues } from './requests.mutations';

interface Props {
  draft: RequestValues;
  resume: (draft: RequestValues) => void;
  discard: () => void;
}

/** Above an untouched form: offers to continue what this student was writing before. */
export function DraftOffer({ draft, resume, discard }: Props) {
  const { mealDescription, location, description } = draft;
  const [written] = [mealDescription, location, description].filter((text) => text.trim());
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-label="Your draft">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>Continue your draft?</Text>
          <Text size="sm" c="dimmed" lineClamp={1}>
            <bdi>{written}</bdi>
          </Text>
        </div>
        <Group gap="xs">
          <ActionButton onClick={() => resume(draft)}>Continue</ActionButton>
          <ActionButton variant="subtle" onClick={discard}>
            Discard
          </ActionButton>
        </Group>
      </Group>
    </Paper>
  );
}
