import { dialogs } from '../../shared/ui/dialogs';
import type { Exchange } from './exchange';
import { RatingForm } from './rating-form';

interface Options {
  /** Chosen to begin with; Yes if absent. */
  followedThrough?: boolean;
  onClose?: () => void;
}

/** The dialog is not part of the card that opens it: a list that refreshes meanwhile takes nothing typed away. */
export function openRatingDialog(exchange: Exchange, { followedThrough, onClose }: Options = {}) {
  const modalId = `rate-${exchange.matchId}`;
  dialogs.open({
    modalId,
    title: 'Rate Your Experience',
    closeOnClickOutside: false,
    onClose,
    children: (
      <RatingForm exchange={exchange} followedThrough={followedThrough} onDone={() => dialogs.close(modalId)} />
    ),
  });
}
