import { Anchor, Paper } from '@mantine/core';
import { counted, CREDITS_PER_REQUEST, plural } from '@spareswipe/contract';
import { IconTicketOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { Figure } from '../../shared/ui/figure';
import { Notice } from '../../shared/ui/notice';
import classes from './meals-to-spend.module.css';

interface Props {
  credits: number;
  /** Whether the campus sells meals. */
  isOnSale: boolean;
}

/** What the student has to pay a request with; without a meal, how to get one (spec §2 Create request). */
export function MealsToSpend({ credits, isOnSale }: Props) {
  const hasNone = credits < CREDITS_PER_REQUEST;
  return (
    <>
      <Notice
        title={hasNone ? 'You have no meals left' : undefined}
        color="yellow"
        icon={<IconTicketOff aria-hidden />}
      >
        A request uses {counted(CREDITS_PER_REQUEST, 'meal')}.{' '}
        {isOnSale && (
          <>
            <Anchor component={Link} to={paths.purchase} inherit c="inherit">
              Buy more meals
            </Anchor>{' '}
            or{' '}
          </>
        )}
        <Anchor component={Link} to={paths.browse} inherit c="inherit">
          {isOnSale ? 'fulfill' : 'Fulfill'} other requests
        </Anchor>{' '}
        to earn some.
      </Notice>
      {!hasNone && (
        <Paper className={classes.meals}>
          <Figure>{credits}</Figure>
          <p className={classes.words}>
            <strong>{plural(credits, 'Meal')} left</strong>
            <span>A request uses {counted(CREDITS_PER_REQUEST, 'meal')}. Nobody can help? You get it back.</span>
          </p>
        </Paper>
      )}
    </>
  );
}
