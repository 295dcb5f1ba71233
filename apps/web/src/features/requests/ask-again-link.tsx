import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';

/** Opens the form filled with the meal of a request that is over. The address keeps it over a reload. */
export function AskAgainLink({ requestId, describedBy }: { requestId: string; describedBy: string }) {
  return (
    <Button
      component={Link}
      to={`${paths.createRequest}?again=${requestId}`}
      variant="default"
      aria-describedby={describedBy}
    >
      Ask again
    </Button>
  );
}
