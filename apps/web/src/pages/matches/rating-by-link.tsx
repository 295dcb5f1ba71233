import { canRate, type Match } from '@spareswipe/contract';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { ratingBy } from '../../features/matches/sides';
import { openRatingDialog } from '../../features/ratings/open-rating-dialog';
import { exchangeOf } from './exchange-of';
import { Notice, useLinkedId, useMatchOfLink } from './match-of-link';

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

  useEffect(() => {
    if (match && !whyNotRated(match))
      openRatingDialog(exchangeOf(match), { followedThrough: params.get(HAPPENED) !== 'no', onClose: drop });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a dialog that is open stays as it is
  }, [match]);

  const reason = match && whyNotRated(match);
  return reason ? <Notice onClose={drop}>{reason}</Notice> : notice;
}
