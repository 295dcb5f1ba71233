import { ActionIcon, Anchor } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { timeLeft } from '../../shared/dates';
import { pathOfMatch } from '../../shared/paths';
import { useStillBoxes } from '../../shared/ui/use-still-boxes';
import { useNow } from '../../shared/use-now';
import { waysToReach } from './contact';
import { isOver, useAcceptedMatches } from './next-meal.queries';
import classes from './next-meal.module.css';
import { otherName } from './sides';
import { useNextMeal } from './use-next-meal';
import { useUndoTime } from './use-undo-time';

interface Props {
  /** Until it is known whether there is a next meal. */
  skeleton: ReactNode;
  children: ReactNode;
}

/**
 * A list with the next meal in one line above it. The list waits for the line, and the line's room stays as it was at
 * first, so that nothing moves under a finger when a meal is accepted or completed.
 */
export function BelowNextMeal({ skeleton, children }: Props) {
  const now = useNow();
  const accepted = useAcceptedMatches();
  const { isKnown } = accepted;
  const { match, hasEnded } = useNextMeal(accepted, now);
  const [hasRoom, setHasRoom] = useState<boolean>();
  const room = useRef<HTMLDivElement>(null);
  useStillBoxes(room);
  if (isKnown && hasRoom === undefined) setHasRoom(match !== undefined);

  if (!isKnown) return <div aria-busy="true">{skeleton}</div>;
  return (
    <>
      {hasRoom && (
        <div ref={room} className={classes.room}>
          <div className={classes.line}>
            {match && (hasEnded ? <EndedLine match={match} /> : <NextMealLine match={match} now={now} />)}
          </div>
        </div>
      )}
      {children}
    </>
  );
}

/** With whom, in how long, where, and how to reach them; or whether they met. */
export function NextMealLine({ match, now }: { match: Match; now: Date }) {
  useUndoTime(match);
  const name = otherName(match);
  const { deadline, location } = match.request;
  const left = timeLeft(deadline, now);
  const link = { component: Link, to: pathOfMatch(match._id) };
  return (
    <>
      {isOver(match, now) ? (
        <p>
          <Anchor {...link}>
            Did you meet <bdi>{name}</bdi>?
          </Anchor>
        </p>
      ) : (
        <p>
          <Anchor {...link}>
            <strong>Next meal:</strong> with <bdi>{name}</bdi>
          </Anchor>
          {/* the time in one piece */}
          {left && `, in ${left.replaceAll(' ', '\u00a0')}`}{' '}
          <span className={classes.place}>
            at <bdi>{location}</bdi>
          </span>
        </p>
      )}
      <div className={classes.ways}>
        {match.contact &&
          waysToReach(match.contact).map(({ label, Icon, href }) => (
            <ActionIcon key={label} component="a" href={href} variant="light" size={44} aria-label={`${label} ${name}`}>
              <Icon size={20} aria-hidden />
            </ActionIcon>
          ))}
      </div>
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

/** In other words than `finish.tsx`, which says at the same moment who fed whom. */
export function HowItEnded({ match }: { match: Match }) {
  if (match.status !== 'completed' || match.dispute) return 'No longer active';
  return (
    <>
      Your meal with <bdi>{otherName(match)}</bdi> is complete
    </>
  );
}
