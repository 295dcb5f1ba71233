import { Button } from '@mantine/core';
import type { RequestStatus } from '@spareswipe/contract';
import { Link } from 'react-router';
import { TrayArt } from '../../shared/art/tray-art';
import { paths } from '../../shared/paths';
import { EmptyState } from '../../shared/ui/empty-state';

/** A tab with nothing in it says how to fill it. */
export function NoRequestsYet({ status }: { status: RequestStatus | 'all' }) {
  return (
    <EmptyState
      art={<TrayArt />}
      title={status === 'all' ? 'No requests yet' : `No ${status} requests`}
      action={
        <Button component={Link} to={paths.createRequest}>
          Create Your First Request
        </Button>
      }
    >
      Say what you would like to eat, where and by when. A student with a spare swipe can then help you out.
    </EmptyState>
  );
}
