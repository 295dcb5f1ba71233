import type { MealRequest } from '@spareswipe/contract';
import type { ComponentProps } from 'react';
import { QuietBadge, UrgencyBadge } from '../../shared/ui/badges';
import { MealCard } from '../../shared/ui/meal-card';

interface Props extends Omit<ComponentProps<typeof MealCard>, 'meal'> {
  request: MealRequest;
}

/** The card of a request in any list. What the list adds comes last: when a status changes, no other badge moves. */
export function RequestCard({ request, badges, ...card }: Props) {
  return (
    <MealCard
      meal={request}
      badges={
        <>
          <UrgencyBadge urgency={request.urgency} />
          {request.isFlexible && <QuietBadge color="gray">Flexible timing</QuietBadge>}
          {badges}
        </>
      }
      {...card}
    />
  );
}
