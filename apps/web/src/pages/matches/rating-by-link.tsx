import { Alert, Button } from '@mantine/core';
import { canRate, type Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { oneMatch } from '../../features/matches/matches.queries';
import { ratingBy } from '../../features/matches/sides';
import { openRatingDialog } from '../../features/ratings/open-rating-dialog';
import { ApiError } from '../../shared/api/api-error';
import { exchangeOf } from './exchange-of';

const PARAMETER = 'rate';

function whyNotRated(match: Match) {
  if (ratingBy(match, 'mine')) return 'You have already rated this match.';
  if (!canRate(match.status)) return 'This match was cancelled, so there is nothing to rate.';
  return null;
}

/**
 * `/matches?rate=MATCH_ID`, from the mail with "It did not happen": opens the rating dialog of that match with No chosen,
 * or says why it can't be rated. Closing either one drops the parameter without a step of history.
 */
export function RatingByLink() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get(PARAMETER);
  const { data, error, isFetching, refetch } = useQuery({ ...oneMatch(id ?? ''), enabled: Boolean(id) });
  const match = id ? data?.match : undefined;

  // reads the address as it is now: the list may have changed its page, and Back leads to another address
  function drop() {
    const current = new URLSearchParams(window.location.search);
    if (current.get(PARAMETER) !== id) return;
    current.delete(PARAMETER);
    void navigate({ search: current.toString() }, { replace: true });
  }

  useEffect(() => {
    if (match && !whyNotRated(match)) openRatingDialog(exchangeOf(match), { followedThrough: false, onClose: drop });
    // a dialog that is open stays as it is
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [match]);

  if (!id) return null;
  if (match) {
    const reason = whyNotRated(match);
    return reason && <Notice onClose={drop}>{reason}</Notice>;
  }
  if (!error) return null;
  if (!(error instanceof ApiError && error.passing))
    return <Notice onClose={drop}>We could not find the match of this link.</Notice>;
  return (
    <Notice onClose={drop}>
      We could not load the match of this link.{' '}
      <Button size="compact-sm" variant="default" onClick={() => void refetch()} loading={isFetching}>
        Try again
      </Button>
    </Notice>
  );
}

function Notice({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Alert role="status" color="blue" mb="md" withCloseButton closeButtonLabel="Dismiss" onClose={onClose}>
      {children}
    </Alert>
  );
}
