import { AT_THE_HALL_MINUTES, folded, MAX_PAGE_SIZE, type MealRequest } from '@spareswipe/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { HALL_STORED_AS } from '../../shared/session/draft';
import { useStudent } from '../../shared/session/session';
import { Chip, Chips } from '../../shared/ui/chip';
import { browseRequests, type BrowseFilter } from './requests.queries';

const HERE_AND_SOON = { campus: 'mine', withinMinutes: AT_THE_HALL_MINUTES } as const;

/** The place where this student last said they are, in this browser. */
function lastHall(studentId: string): string | undefined {
  const [id, place] = JSON.parse(localStorage.getItem(HALL_STORED_AS) ?? '[]') as string[];
  return id === studentId ? place : undefined;
}

interface Props {
  filter: BrowseFilter;
  change: (changes: Partial<BrowseFilter>) => void;
}

/** The places of these requests with their counts, however they are written; the most frequent first. */
function placesOf(requests: MealRequest[]) {
  const places = new Map<string, { place: string; count: number }>();
  for (const { location, isOwn } of requests) {
    if (isOwn) continue;
    const { place, count } = places.get(folded(location)) ?? { place: location, count: 0 };
    places.set(folded(location), { place, count: count + 1 });
  }
  return [...places.values()].sort((one, other) => other.count - one.count);
}

/** "I'm at the hall": requests that are due soon, at the place that the student chose last. A press on another shows its requests. */
export function AtTheHall({ filter, change }: Props) {
  const { _id: studentId } = useStudent();
  const isOn = filter.withinMinutes !== '';
  const due = useQuery({
    ...browseRequests({ ...filter, location: '', page: 1 }, MAX_PAGE_SIZE),
    placeholderData: keepPreviousData,
    enabled: isOn,
    meta: { silent: true },
  });
  const found = isOn ? placesOf(due.data?.requests ?? []) : [];
  const isAmongThem = found.some(({ place }) => folded(place) === folded(filter.location));
  // the place in the address stays listed, even if nobody there needs a meal any more
  const places = filter.location && !isAmongThem ? [...found, { place: filter.location, count: 0 }] : found;

  function toggle() {
    const location = lastHall(studentId) ?? '';
    change(isOn ? { campus: '', withinMinutes: '', location: '' } : { ...HERE_AND_SOON, location });
  }

  function choose(place: string) {
    localStorage.setItem(HALL_STORED_AS, JSON.stringify([studentId, place]));
    change({ location: place });
  }

  return (
    <>
      <Chip isOn={isOn} onClick={toggle}>
        I'm at the hall
      </Chip>
      {isOn && (
        <Chip isOn onClick={() => change({ withinMinutes: '', location: '' })}>
          Next {filter.withinMinutes} min
        </Chip>
      )}
      {places.length > 0 && (
        <Chips label="Where you are">
          {places.map(({ place, count }) => {
            const isChosen = folded(place) === folded(filter.location);
            return (
              <Chip
                key={folded(place)}
                isOn={isChosen}
                onClick={() => (isChosen ? change({ location: '' }) : choose(place))}
              >
                <bdi>{place}</bdi>&nbsp;· {count}
              </Chip>
            );
          })}
        </Chips>
      )}
    </>
  );
}
