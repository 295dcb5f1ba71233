import type { Stats } from '@spareswipe/contract';
import { useState } from 'react';
import { useStudent } from '../../shared/session/session';
import { useNow } from '../../shared/use-now';

const DAY_MS = 86_400_000;

/** A student who has neither asked nor helped yet (spec §2 Dashboard). */
export const isBeginner = ({ requests, fulfillments }: Stats) => requests.total === 0 && fulfillments.total === 0;

interface Props {
  /** Undefined while they load, and if they could not be loaded. */
  stats: Stats | undefined;
  isLoading: boolean;
}

/**
 * "Welcome" to a beginner whose account is less than a day old, "Welcome back" to everybody else. Only the first day depends on
 * the stats, and until they come the words keep their place unseen: nobody sees one greeting turn into the other. It stays
 * while the screen is open, since the other may need another line and move everything below.
 */
export function Greeting({ stats, isLoading }: Props) {
  const { name, createdAt } = useStudent();
  const isFirstDay = useNow().getTime() - Date.parse(createdAt) < DAY_MS;
  const [wasNew, setWasNew] = useState<boolean>();
  if (stats && wasNew === undefined) setWasNew(isFirstDay && isBeginner(stats));
  const isNew = wasNew ?? (isFirstDay && isLoading);
  return (
    <span style={{ opacity: isFirstDay && isLoading ? 0 : undefined }}>
      Welcome{!isNew && ' back'}, <bdi>{name}</bdi>!
    </span>
  );
}
