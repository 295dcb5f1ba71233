import { canRate, type Match } from '@spareswipe/contract';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ratingBy } from '../../features/matches/sides';
import { openRatingDialog } from '../../features/ratings/open-rating-dialog';
import { useLinkedId } from '../../shared/use-linked-id';
import { exchangeOf } from './exchange-of';
import { Notice, useMatchOfLink } from './match-of-link';

const HAPPENED = 'happened';

function whyNotRated(match: Match) {
  if (ratingBy(match, 'mine')) return 'You have already rated this match.';
  if (!canRate(match.status)) return 'This match was cancelled, so there is nothing to rate.';
  return null;
}

/**
 * `/matches?rate=MATCH_ID`, from a notification: opens the rating dialog of that match, or says why it can't be rated. With
 * `happened=no`, from "It did not happen" in a mail, No is chosen. Closing either one drops the parameters without a step of
 * history.
 */
export function RatingByLink() {
  const [params] = useSearchParams();
  const { id, drop } = useLinkedId('rate', HAPPENED);
  const { match, notice } = useMatchOfLink(id, drop);

  // as the link found it: what the student does in the dialog is no news to them
  const [found, setFound] = useState(match);
  if (match?._id !== found?._id) setFound(match);

  useEffect(() => {
    if (found && !whyNotRated(found))
      openRatingDialog(exchangeOf(found), {
        followedThrough: params.get(HAPPENED) === 'no' ? false : undefined,
        onClose: drop,
      });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a dialog that is open stays as it is
  }, [found]);

  const reason = found && whyNotRated(found);
  return reason ? <Notice onClose={drop}>{reason}</Notice> : notice;
}
