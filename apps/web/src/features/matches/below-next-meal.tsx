import { Anchor } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { pathOfMatch } from '../../shared/paths';
import { CardListSkeleton } from '../../shared/ui/card-list';
import { useNow } from '../../shared/use-now';
import { HowItEnded, MatchNews, NextMealLine } from './next-meal-line';
import { askedMatches } from './matches.queries';
import { useAcceptedMatches } from './next-meal.queries';
import classes from './next-meal.module.css';
import { useNextMeal } from './use-next-meal';

/**
 * A list with the next meal in one line above it. The list waits for the line, and the line's room stays as it was at
 * first, so that nothing moves under a finger when a meal is accepted or completed.
 */
export function BelowNextMeal({ children }: { children: ReactNode }) {
  const now = useNow();
  const accepted = useAcceptedMatches();
  const asked = useQuery(askedMatches);
  // the question "Did you get your meal?" comes first
  const isKnown = accepted.isKnown && !(asked.isPending && asked.failureCount === 0);
  // as in `Loaded`: the list renders in slices
  const isShown = useDeferredValue(isKnown);
  const { match, hasEnded } = useNextMeal(accepted, now);
  const [hasRoom, setHasRoom] = useState<boolean>();
  if (isKnown && hasRoom === undefined) setHasRoom(match !== undefined);

  if (!isShown) return <CardListSkeleton />;
  return (
    <>
      <MatchNews news={accepted.news} now={now} />
      {hasRoom && (
        <div className={classes.room}>
          <div className={classes.line}>
            {match && (hasEnded ? <EndedLine match={match} /> : <NextMealLine match={match} now={now} />)}
          </div>
        </div>
      )}
      {children}
    </>
  );
}

function EndedLine({ match }: { match: Match }) {
  return (
    <p>
      <Anchor component={Link} to={pathOfMatch(match._id)}>
        <HowItEnded match={match} />
      </Anchor>
    </p>
  );
}
