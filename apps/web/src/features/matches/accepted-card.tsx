import { Anchor, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { oneMatch } from '../../shared/api/one-match';
import { firstName } from '../../shared/first-name';
import { pathOfMatch } from '../../shared/paths';
import type { Accepted } from './matches.mutations';
import { Undo } from './undo';
import { whyCancelled } from './why-cancelled';

interface Props {
  accepted: Accepted;
  takeBack: () => Promise<unknown>;
  /** At the foot. */
  offer?: ReactNode;
}

/** In the place of a request that the student has just accepted; for a few seconds it can be taken back. */
export function AcceptedCard({ accepted: { match, undoUntil, isTakenBack }, takeBack, offer }: Props) {
  const whomId = useId();
  const { match: now } = useQuery(oneMatch(match._id)).data ?? { match };
  const isCalledOff = now.status === 'cancelled';
  return (
    <Paper withBorder p="sm" ta="center" display="grid" style={{ placeContent: 'center', gap: '0.25rem' }}>
      {isTakenBack ? (
        <Text>You took this back. Somebody else can help.</Text>
      ) : (
        <Text>
          <span id={whomId}>
            {isCalledOff ? (
              whyCancelled(now)
            ) : (
              <>
                You're helping <bdi>{firstName(match.request.requester.name)}</bdi>
              </>
            )}
          </span>{' '}
          ·{' '}
          <Anchor component={Link} to={pathOfMatch(match._id)} aria-describedby={whomId}>
            See match
          </Anchor>
        </Text>
      )}
      {!isTakenBack && !isCalledOff && (
        <>
          <Undo until={undoUntil} takeBack={takeBack} describedBy={whomId} />
          {offer}
        </>
      )}
    </Paper>
  );
}
