import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { PlatesArt } from '../../shared/art/plates-art';
import { paths } from '../../shared/paths';
import { EmptyState } from '../../shared/ui/empty-state';
import type { MatchTab } from './matches.queries';

const WHY: Record<MatchTab, string> = {
  all: 'A match starts when you accept a request, or when somebody accepts yours.',
  accepted: 'Nothing is under way right now. Accept a request, or post one of your own.',
  completed: 'Exchanges show up here once one of you marks them complete.',
};

export function NoMatchesYet({ tab }: { tab: MatchTab }) {
  return (
    <EmptyState
      art={<PlatesArt />}
      title="No matches yet"
      action={
        <Group justify="center" gap="sm">
          <Button component={Link} to={paths.browse}>
            Browse Requests
          </Button>
          <Button component={Link} to={paths.createRequest} variant="default">
            Create Request
          </Button>
        </Group>
      }
    >
      {WHY[tab]}
    </EmptyState>
  );
}
