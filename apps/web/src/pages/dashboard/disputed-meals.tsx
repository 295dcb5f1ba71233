import { Alert, Anchor } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { askedMatches } from '../../features/matches/matches.queries';
import { otherName } from '../../features/matches/sides';
import { oneMatch } from '../../shared/api/one-match';
import { pathOfMatch } from '../../shared/paths';
import { whoGotIt } from '../../shared/ui/disputed';
import { News } from '../../shared/ui/news';

const idsOf = (matches: Match[]) => matches.map(({ _id }) => _id).join();

/** The matches about which the two students disagree, and nobody has decided yet. */
export function DisputedMeals() {
  const disputed = useQuery(askedMatches).data?.matches.filter(({ dispute }) => dispute) ?? [];
  const [known, setKnown] = useState<{ disputed: Match[]; ended?: Match }>({ disputed });
  if (idsOf(disputed) !== idsOf(known.disputed))
    setKnown({ disputed, ended: known.disputed.find(({ _id }) => !idsOf(disputed).includes(_id)) });
  const { ended } = known;
  // the list lacks it by then
  const outcome = useQuery({ ...oneMatch(ended?._id ?? ''), staleTime: 0, enabled: ended !== undefined });
  const award = outcome.data?.match.dispute?.awardedTo;
  return (
    <>
      <News of={idsOf(disputed)}>
        {!ended ? (
          'A meal is disputed.'
        ) : award ? (
          <>A dispute is decided: {whoGotIt(award, ended.userRole, otherName(ended))}.</>
        ) : (
          outcome.isError && 'A dispute is decided.'
        )}
      </News>
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
