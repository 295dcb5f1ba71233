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

/**
 * The dialog is not part of the card that opens it: a list that refreshes meanwhile takes nothing typed away. If the button
 * that opened it is gone by the end, the focus moves to what was around that, as for an `ActionButton`.
 */
export function openRatingDialog(exchange: Exchange, { followedThrough, onClose }: Options = {}) {
  const modalId = `rate-${exchange.matchId}`;
  const kept = keptRating(exchange);
  const asker = document.activeElement;
  const around = asker?.closest<HTMLElement>('[tabindex="-1"]:not(main)');
  if (followedThrough !== undefined) {
    const typed = typedInto(kept) as Partial<RateMatch>;
    // a comment after the other answer is for other readers
    keepTyped(kept, { ...(typed.followedThrough !== !followedThrough && typed), followedThrough });
  }
  function done() {
    const next = asker?.isConnected ? asker : around;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    dialogs.close(modalId);
  }
  dialogs.open({
    modalId,
    title: 'Rate Your Experience',
    closeOnClickOutside: false,
    onClose,
    children: <RatingForm exchange={exchange} onDone={done} />,
  });
}
