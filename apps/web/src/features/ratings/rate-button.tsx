import type { ButtonProps } from '@mantine/core';
import { modals } from '@mantine/modals';
import { ActionButton } from '../../shared/ui/action-button';
import type { Exchange } from './exchange';
import { RatingForm } from './rating-form';

/** The dialog is not part of the card that opens it: a list that refreshes meanwhile takes nothing typed away. */
function openRatingDialog(exchange: Exchange) {
  const modalId = `rate-${exchange.matchId}`;
  modals.open({
    modalId,
    title: 'Rate Your Experience',
    closeOnClickOutside: false,
    children: <RatingForm exchange={exchange} onDone={() => modals.close(modalId)} />,
  });
}

interface Props extends ButtonProps {
  exchange: Exchange;
  /** The element that names the exchange. */
  'aria-describedby'?: string;
}

/** Opens the rating dialog; its label differs by place ('Rate Experience', 'Rate & Report Issues'). */
export function RateButton({ exchange, ...button }: Props) {
  return <ActionButton variant="default" {...button} onClick={() => openRatingDialog(exchange)} />;
}
