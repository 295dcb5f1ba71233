import { Badge } from '@mantine/core';
import type { MealRequest } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import { UrgencyBadge } from '../../shared/ui/badges';
import { MealCard } from '../../shared/ui/meal-card';
import classes from './request-card.module.css';

interface Props {
  request: MealRequest;
  titleId: string;
  badges?: ReactNode;
  facts: ReactNode;
  time?: ReactNode;
  action?: ReactNode;
  isActionSmall?: boolean;
  isOver?: boolean;
  isOff?: boolean;
  children?: ReactNode;
}

/** The card of a request in any list. What the list adds comes last: when a status changes, no other badge moves. */
export function RequestCard({ request, badges, ...card }: Props) {
  return (
    <MealCard
      meal={request}
      badges={
        <>
          <UrgencyBadge urgency={request.urgency} />
          {request.isFlexible && (
            <Badge variant="outline" color="gray" className={classes.flexible}>
              Flexible timing
            </Badge>
          )}
          {badges}
        </>
      }
      {...card}
    />
  );
}
