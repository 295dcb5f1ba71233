import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PlatesArt } from '../../shared/art/plates-art';
import { TrayArt } from '../../shared/art/tray-art';
import { paths } from '../../shared/paths';
import { ActionButton } from '../../shared/ui/action-button';
import { EmptyState } from '../../shared/ui/empty-state';

interface Props {
  isFiltered: boolean;
  clear: () => void;
  /** Below the way to ask for a meal. */
  offer: ReactNode;
}

/** Nothing was found: because of the filters, or because no request is open. */
export function NothingToFulfill({ isFiltered, clear, offer }: Props) {
  if (isFiltered)
    return (
      <EmptyState
        art={<TrayArt />}
        title="No requests found"
        action={<ActionButton onClick={clear}>Show all requests</ActionButton>}
      >
        Nothing matches your search and filters right now. Try fewer of them.
      </EmptyState>
    );
  return (
    <EmptyState
      art={<PlatesArt />}
      title="No requests right now"
      action={
        <>
          <Button component={Link} to={paths.createRequest}>
            Create Request
          </Button>
          {offer}
        </>
      }
    >
      Everybody is fed at the moment. New requests show up here by themselves. Hungry? Ask for a meal yourself.
    </EmptyState>
  );
}
