import { Group, Text } from '@mantine/core';
import { SubmitButton } from '../../shared/forms/submit-button';

interface Props {
  isSubmitting: boolean;
  /** What is typed stays when the student leaves the screen, and must not look saved. */
  isChanged: boolean;
  children: string;
}

export const SaveButton = ({ isSubmitting, isChanged, children }: Props) => (
  <Group gap="sm">
    <SubmitButton isSubmitting={isSubmitting} busy="Saving...">
      {children}
    </SubmitButton>
    {isChanged && (
      <Text size="sm" c="dimmed">
        Unsaved
      </Text>
    )}
  </Group>
);
