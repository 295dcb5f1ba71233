import type { ButtonProps } from '@mantine/core';
import { ActionButton } from '../../shared/ui/action-button';
import type { Exchange } from './exchange';
import { openRatingDialog } from './open-rating-dialog';

interface Props extends ButtonProps {
  exchange: Exchange;
  /** The element that names the exchange. */
  'aria-describedby'?: string;
}

/** Opens the rating dialog; its label differs by place ('Rate Experience', 'Rate & Report Issues'). */
export function RateButton({ exchange, ...button }: Props) {
  return <ActionButton variant="default" {...button} onClick={() => openRatingDialog(exchange)} />;
}
