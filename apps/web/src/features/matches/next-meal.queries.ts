import { AUTO_COMPLETE_AFTER_HOURS, MAX_PAGE_SIZE, MEETING_OPENS_MINUTES, type Match } from '@spareswipe/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';
import { oneMatch } from '../../shared/api/one-match';
import { keepMeal, type Appointment } from '../../shared/session/kept-meal';
import { readToken } from '../../shared/session/token';
import { celebrate } from '../../shared/ui/finish';
import { otherName, ownName, wasLetGo } from './sides';
import { useContactOnTime } from './use-contact-on-time';

const query = { status: 'accepted', limit: MAX_PAGE_SIZE } as const;
const acceptedMatches = queryOptions({
  queryKey: ['matches', 'mine', query],
  queryFn: async () => {
    const token = readToken();
    const accepted = await unwrap(api.matches.mine({ query }));
    // not for somebody who has logged out meanwhile
    if (token === readToken()) {
      const next = nextMealOf(accepted.matches, new Date());
      keepMeal(next && appointmentOf(next));
    }
    return accepted;
  },
  ...live,
  // the parts of a screen that share the call appear some seconds apart on a slow phone
  staleTime: 5000,
  meta: { silent: true },
});

/**
 * The student's accepted matches: next meal and badge share one call. A screen is complete without them; `isKnown` says
 * that they are here or could not be loaded. When a match is completed elsewhere, by the other side, the student learns
 * who fed whom. `news` are the matches that others began or called off at the last change, for `MatchNews`.
 */
export function useAcceptedMatches() {
  const queryClient = useQueryClient();
  const query = useQuery(acceptedMatches);
  const { data, isPending, failureCount } = query;
  useContactOnTime(data?.matches);
  const before = useRef<Match[]>(undefined);
  const known = useRef(new Set<string>());
  const [news, setNews] = useState<Match[]>([]);
  useEffect(() => {
    if (!data) return;
    const isStillThere = ({ _id }: Match) => data.matches.some((match) => match._id === _id);
    const takeNew = (matches: Match[]) => {
      const stateOf = ({ _id, status }: Match) => `${_id} ${status}`;
      const found = matches.filter((match) => !known.current.has(stateOf(match)));
      for (const match of found) known.current.add(stateOf(match));
      return found;
    };
    // an accept without contact can still be undone; what the student has ended here stands in the list with its new status
    const changed = takeNew(data.matches.filter(({ contact, status }) => contact || status !== 'accepted'));
    const began = changed.filter(({ status, userRole }) => status === 'accepted' && userRole === 'requester');
    const gone = before.current?.filter((match) => !isStillThere(match)) ?? [];
    const isFirst = !before.current;
    before.current = data.matches;
    const load = ({ _id }: Match) =>
      queryClient.query(oneMatch(_id)).then(
        ({ match }) => [match],
        () => [],
      );
    void Promise.all(gone.map(load)).then((loaded) => {
      const ended = loaded.flat();
      for (const match of ended) if (isCelebrated(match)) celebrate(match);
      const calledOff = takeNew(ended.filter(({ status }) => status === 'cancelled')).filter(
        // not what the student let go on another device
        (match) => !(match.userRole === 'fulfiller' && wasLetGo(match)),
      );
      const latest = isFirst ? [] : [...began, ...calledOff];
      if (latest.length) setNews(latest);
    });
  }, [data, queryClient]);
  return { query, data, isKnown: !isPending || failureCount > 0, news };
}

/** Whether the student is asked "Did you get your meal?", since they have not said so. */
export const isAsked = ({ status, dispute, userRole, said }: Match) =>
  status === 'completed' && !dispute && userRole === 'requester' && !said.requester;

/** Not on the fulfiller's word alone. */
const isCelebrated = (match: Match) => match.status === 'completed' && !match.dispute && !isAsked(match);

/** Until then, in milliseconds, an accepted match shows its contact. */
export const contactEndsAt = ({ request }: Match) =>
  Date.parse(request.deadline) + AUTO_COMPLETE_AFTER_HOURS * 3_600_000;

/** The meal should have taken place by now. */
export const isDue = ({ request }: Match, now: Date) => Date.parse(request.deadline) <= now.getTime();

/** Nobody is still on the way to this meal: it ends as long after its deadline as its meeting opened before. */
export const isOver = ({ request }: Match, now: Date) =>
  Date.parse(request.deadline) + MEETING_OPENS_MINUTES * 60_000 <= now.getTime();

/** Accepted matches for as long as their contact is shown: the soonest first, those that are over at the end. */
export function mealsAhead(matches: Match[], now: Date): Match[] {
  return matches
    .filter((match) => match.status === 'accepted' && contactEndsAt(match) > now.getTime())
    .sort((a, b) => Number(isOver(a, now)) - Number(isOver(b, now)) || contactEndsAt(a) - contactEndsAt(b));
}

/** What the student has to do next: go to a meal, or else say whether one took place. */
export const nextMealOf = (matches: Match[], now: Date): Match | undefined => mealsAhead(matches, now)[0];

/** The part of a match that the device keeps. */
export function appointmentOf(match: Match): Appointment {
  const { location, campus, deadline, mealDescription } = match.request;
  const [me, other] = [ownName(match), otherName(match)];
  const phoneNumber = match.contact?.phoneNumber;
  return {
    matchId: match._id,
    userRole: match.userRole,
    me,
    other,
    location,
    campus,
    deadline,
    mealDescription,
    phoneNumber,
  };
}
