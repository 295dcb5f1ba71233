import { Alert, Anchor } from '@mantine/core';
import { useLocation } from 'react-router';

/** Leads to the installation that serves the campus of the typed address. */
export function CampusElsewhere({ origin }: { origin: string }) {
  const { pathname } = useLocation();
  return (
    <Alert color="blue" role="status" mt="md">
      <Anchor href={origin + pathname}>Continue at {new URL(origin).host}</Anchor>
    </Alert>
  );
}
