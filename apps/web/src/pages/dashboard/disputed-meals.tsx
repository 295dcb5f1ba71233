import { Alert, Anchor } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { askedMatches } from '../../features/matches/matches.queries';
import { otherName } from '../../features/matches/sides';
import { pathOfMatch } from '../../shared/paths';
import { News } from '../../shared/ui/news';

/** The matches about which the two students disagree, and nobody has decided yet. */
export function DisputedMeals() {
  const disputed = useQuery(askedMatches).data?.matches.filter(({ dispute }) => dispute) ?? [];
  return (
    <>
      <News of={String(disputed[0]?._id)}>{disputed.length ? 'A meal is disputed.' : 'A dispute is decided.'}</News>
      {disputed.map((match) => (
        <DisputedMeal key={match._id} match={match} />
      ))}
    </>
  );
}

function DisputedMeal({ match }: { match: Match }) {
  return (
    <Alert
      color="yellow"
      role="note"
      title={
        <>
          You and <bdi>{otherName(match)}</bdi> disagree
        </>
      }
      icon={<IconScale aria-hidden />}
    >
      <bdi>{match.request.mealDescription}</bdi>: the meal is set aside.{' '}
      <Anchor component={Link} to={pathOfMatch(match._id)}>
        See match
      </Anchor>
    </Alert>
  );
}
