import type { RateMatch } from '@spareswipe/contract';
import { keepTyped, typedInto } from '../../shared/session/draft';
import { dialogs } from '../../shared/ui/dialogs';
import { keptRating, type Exchange } from './exchange';
import { RatingForm } from './rating-form';

interface Options {
  /** Chosen to begin with; if absent, what was chosen before, or Yes. */
  followedThrough?: boolean;
  onClose?: () => void;
}

/** The dialog is not part of the card that opens it: a list that refreshes meanwhile takes nothing typed away. */
export function openRatingDialog(exchange: Exchange, { followedThrough, onClose }: Options = {}) {
  const kept = keptRating(exchange);
  if (followedThrough !== undefined) {
    const typed = typedInto(kept) as Partial<RateMatch>;
    // a comment after the other answer is for other readers
    keepTyped(kept, { ...(typed.followedThrough !== !followedThrough && typed), followedThrough });
  }
  const form = (close: () => void) => <RatingForm exchange={exchange} onDone={close} />;
  dialogs.openForm(`rate-${exchange.matchId}`, 'Rate Your Experience', form, onClose);
}
