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
  const modalId = `rate-${exchange.matchId}`;
  const kept = keptRating(exchange);
  if (followedThrough !== undefined) {
    const typed = typedInto(kept) as Partial<RateMatch>;
    // a comment after the other answer is for other readers
    keepTyped(kept, { ...(typed.followedThrough !== !followedThrough && typed), followedThrough });
  }
  dialogs.open({
    modalId,
    title: 'Rate Your Experience',
    closeOnClickOutside: false,
    onClose,
    children: <RatingForm exchange={exchange} onDone={() => dialogs.close(modalId)} />,
  });
}
