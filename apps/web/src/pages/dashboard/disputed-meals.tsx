import { Alert, Anchor } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { askedMatches, oneMatch } from '../../features/matches/matches.queries';
import { otherName } from '../../features/matches/sides';
import { pathOfMatch } from '../../shared/paths';
import { whoGotIt } from '../../shared/ui/disputed';
import { News } from '../../shared/ui/news';

/** The matches about which the two students disagree, and nobody has decided yet. */
export function DisputedMeals() {
  const disputed = useQuery(askedMatches).data?.matches.filter(({ dispute }) => dispute) ?? [];
  const first = disputed[0];
  const [last, setLast] = useState(first);
  if (first && first !== last) setLast(first);
  // the list lacks it by then
  const ended = useQuery({ ...oneMatch(last?._id ?? ''), staleTime: 0, enabled: !first && last !== undefined });
  const award = ended.data?.match.dispute?.awardedTo;
  return (
    <>
      <News of={String(first?._id)}>
        {first ? (
          'A meal is disputed.'
        ) : award && last ? (
          <>A dispute is decided: {whoGotIt(award, last.userRole, otherName(last))}.</>
        ) : (
          ended.isError && 'A dispute is decided.'
        )}
      </News>
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
