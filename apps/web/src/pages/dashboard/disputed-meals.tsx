import { Alert, Anchor } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { askedMatches } from '../../features/matches/matches.queries';
import { otherName } from '../../features/matches/sides';
import { pathOfMatch } from '../../shared/paths';
import { News } from '../../shared/ui/news';

/** The matches about which the two students disagree, and nobody has decided yet. */
export function DisputedMeals() {
  const { data } = useQuery(askedMatches);
  if (!data) return null;
  const disputed = data.matches.filter(({ dispute }) => dispute);
  const meals = disputed.length === 1 ? 'A meal is' : `${disputed.length || 'No'} meals are`;
  return (
    <>
      <News of={disputed.map(({ _id }) => _id).join()}>{meals} disputed.</News>
      {disputed.map((match) => (
        <DisputedMeal key={match._id} match={match} />
      ))}
    </>
  );
}

function DisputedMeal({ match }: { match: Match }) {
  const mealId = useId();
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
      <bdi id={mealId}>{match.request.mealDescription}</bdi>: the meal is set aside.{' '}
      <Anchor component={Link} to={pathOfMatch(match._id)} aria-describedby={mealId}>
        See match
      </Anchor>
    </Alert>
  );
}
