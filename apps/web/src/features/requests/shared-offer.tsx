import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { forgetSharedLink, sharedLink } from '../../shared/session/shared-link';
import { ActionButton } from '../../shared/ui/action-button';

/** On the dashboard: a request whose link the student opened before they had an account. Opening it ends the offer. */
export function SharedOffer() {
  const [id, setId] = useState(sharedLink);
  if (!id) return null;

  function decline() {
    forgetSharedLink();
    setId(null);
  }
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-label="Shared with you">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>You came here for somebody's request.</Text>
        <Group gap="xs">
          <Button component={Link} to={`${paths.browse}?open=${encodeURIComponent(id)}`}>
            See request
          </Button>
          <ActionButton variant="subtle" onClick={decline}>
            Not now
          </ActionButton>
        </Group>
      </Group>
    </Paper>
  );
}
