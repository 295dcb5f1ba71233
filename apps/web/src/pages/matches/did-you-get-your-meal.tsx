import { Group, Paper, Text, Title } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { askedMatches } from '../../features/matches/matches.queries';
import { openRatingDialog } from '../../features/ratings/open-rating-dialog';
import { showDeadline } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import { ActionButton } from '../../shared/ui/action-button';
import { Place } from '../../shared/ui/campus';
import { News } from '../../shared/ui/news';
import { useNow } from '../../shared/use-now';
import { exchangeOf } from './exchange-of';

/** The account is closed, and nobody has said that the meal happened. */
const LEFT = 'The student who was to bring you in has left SpareSwipe';

const newsOf = ({ said, fulfiller }: Match) =>
  said.fulfiller ? `${firstName(fulfiller.name)} says that you got your meal` : LEFT;

/** Asks the requester about the first match that was completed without them, for as long as a No has an effect. */
export function DidYouGetYourMeal({ mb }: { mb?: 'md' }) {
  const now = useNow();
  const asked = useQuery(askedMatches).data?.matches;
  const match = asked?.find(({ dispute, noCountsUntil }) => !dispute && new Date(noCountsUntil) > now);
  return (
    <>
      <News of={match?._id}>{match && `${newsOf(match)}: ${match.request.mealDescription}.`}</News>
      {match && <Question match={match} now={now} mb={mb} />}
    </>
  );
}

function Question({ match, now, mb }: { match: Match; now: Date; mb?: 'md' }) {
  const titleId = useId();
  const mealId = useId();
  const { request } = match;
  const answer = (label: string, followedThrough: boolean) => (
    <ActionButton
      variant={followedThrough ? 'filled' : 'default'}
      aria-describedby={`${titleId} ${mealId}`}
      onClick={() => openRatingDialog(exchangeOf(match), { followedThrough })}
    >
      {label}
    </ActionButton>
  );
  return (
    // takes the focus of a button that disappears
    <Paper
      component="section"
      withBorder
      shadow="xs"
      p="md"
      mb={mb}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={mealId}
      data-still
    >
      <Title order={2} id={titleId}>
        Did you get your meal?
      </Title>
      <Text mt={4} id={mealId}>
        {match.said.fulfiller ? (
          <>
            <bdi>{firstName(match.fulfiller.name)}</bdi> says that you did
          </>
        ) : (
          LEFT
        )}
        : <bdi>{request.mealDescription}</bdi> at <Place {...request} />, {showDeadline(request, now)}
      </Text>
      {/* anew for each match, so that the focus is not on the answer to another question */}
      <Group key={match._id} mt="sm" grow preventGrowOverflow={false}>
        {answer('Yes', true)}
        {answer('No', false)}
      </Group>
    </Paper>
  );
}
