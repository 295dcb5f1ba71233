import { ActionIcon, Anchor } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { Link } from 'react-router';
import { deadlineInSentence, timeLeft } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import { pathOfMatch } from '../../shared/paths';
import { Place } from '../../shared/ui/campus';
import { isGivenBack, whoGotIt } from '../../shared/ui/disputed';
import { News } from '../../shared/ui/news';
import { waysToReach } from './contact';
import { isOver } from './next-meal.queries';
import classes from './next-meal.module.css';
import { otherName, wasLetGo } from './sides';

/** With whom, in how long, where, and how to reach them; or whether they met. */
export function NextMealLine({ match, now }: { match: Match; now: Date }) {
  const name = otherName(match);
  const left = timeLeft(match.request.deadline, now);
  const link = { component: Link, to: pathOfMatch(match._id) };
  return (
    <>
      {isOver(match, now) ? (
        <p>
          <DidYouMeet match={match} />
        </p>
      ) : (
        <>
          <p>
            <Anchor {...link}>
              <strong>Next meal:</strong> with <bdi>{firstName(name)}</bdi>
            </Anchor>
            {/* keeps the time on one line */}
            {left ? `, in ${left.replaceAll(' ', '\u00a0')}` : ', time is over'}{' '}
          </p>
          <p className={classes.place}>
            at <Place {...match.request} />
          </p>
        </>
      )}
      <div className={classes.ways}>
        {waysToReach(match, now).map(({ label, Icon, href }) => (
          <ActionIcon key={label} component="a" href={href} variant="light" size={44} aria-label={`${label} ${name}`}>
            <Icon size={20} aria-hidden />
          </ActionIcon>
        ))}
      </div>
    </>
  );
}

/** Of a meal that is over, and that nobody has said took place. */
export function DidYouMeet({ match }: { match: Match }) {
  return (
    <Anchor component={Link} to={pathOfMatch(match._id)}>
      Did you meet <bdi>{firstName(otherName(match))}</bdi>?
    </Anchor>
  );
}

/**
 * Tells screen readers that a helper has come, once they can no longer take that back, or that the other side called a meal
 * off: a sentence for each of up to three. A completed one is told by `finish.tsx` and the question whether it took place.
 */
export function MatchNews({ news, now }: { news: Match[]; now: Date }) {
  return (
    <News of={news.map(({ _id, status }) => _id + status).join() || undefined}>
      {news.length > 3
        ? `${news.length} of your meals have changed.`
        : news.map((match) => whatChanged(match, now)).join(' ')}
    </News>
  );
}

function whatChanged(match: Match, now: Date) {
  const { status, request } = match;
  const name = firstName(otherName(match));
  const when = deadlineInSentence(request, now);
  if (status === 'accepted') return `${name} is helping with your meal ${when}.`;
  return wasLetGo(match)
    ? `${name} can no longer help with your meal ${when}.`
    : `Your meal with ${name} ${when} was called off.`;
}

/** In other words than `finish.tsx`, which says at the same moment who fed whom. */
export function HowItEnded({ match }: { match: Match }) {
  const { status, dispute, userRole } = match;
  const name = <bdi>{firstName(otherName(match))}</bdi>;
  const how = status === 'completed' ? (dispute ? howDisputed(dispute) : 'complete') : 'no longer active';
  return (
    <>
      Your meal with {name} is {how}
      {dispute?.awardedTo && <>: {whoGotIt(dispute.awardedTo, userRole, name)}</>}
    </>
  );
}

function howDisputed(dispute: NonNullable<Match['dispute']>) {
  if (!dispute.awardedTo) return 'disputed';
  return isGivenBack(dispute) ? 'given back' : 'no longer disputed';
}
