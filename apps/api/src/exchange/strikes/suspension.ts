import { STRIKE_LAPSES_AFTER_DAYS, STRIKES_PER_SUSPENSION, SUSPENSION_DAYS } from '@spareswipe/contract';

const DAY_MS = 24 * 60 * 60_000;

export interface DatedStrike {
  id: string;
  createdAt: Date;
  contestedAt: Date | null;
  /** When the contest was decided. */
  decidedAt: Date | null;
  withdrawnAt: Date | null;
}

/** A suspension that an operator gave, or lifted (`until` is null). */
export interface SetByOperator {
  at: Date;
  until: Date | null;
}

export interface Suspension {
  /** The end of the latest suspension; null if there was none. It may be over. */
  until: Date | null;
  /** Which strikes suspensions have used up, and since when. */
  usedUp: ReadonlyMap<string, Date>;
}

interface Spell {
  until: number;
  used: { strike: DatedStrike; at: Date }[];
}

/**
 * Computes a student's suspension from their strikes and what operators gave or lifted (docs/rules.md#strikes). So one rule covers
 * new, contested, withdrawn and upheld strikes:
 * - Every second live strike suspends for 7 days, and a strike during a suspension starts the 7 days again. Both use up all
 *   live strikes. A strike never shortens a suspension.
 * - A strike that is withdrawn or contested before the suspension that used it up is over does not count, a contested one
 *   until the decision. Later the suspension is served and its strikes stay used up.
 * - The 7 days pause while a strike that caused them is contested, unless the student is suspended anyway. So an upheld
 *   strike costs the rest of its 7 days.
 * - What an operator sets replaces what was before it.
 */
export function suspensionOf(
  strikes: readonly DatedStrike[],
  byOperators: readonly SetByOperator[],
  pausedFor = pausesOf(strikes, byOperators),
): Suspension {
  const spells: Spell[] = [];
  let live: DatedStrike[] = [];
  const inOrder = [...strikes].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));

  const count = (strike: DatedStrike) => {
    const at = strike.createdAt.getTime();
    live = [...live, strike].filter(
      (one) => one.createdAt.getTime() > at - STRIKE_LAPSES_AFTER_DAYS * DAY_MS && goneAt(one) > at,
    );
    const current = spells.at(-1);
    const isSuspended = current !== undefined && at < current.until;
    if (!isSuspended && live.length < STRIKES_PER_SUSPENSION) return;
    const spell = isSuspended ? current : { until: at, used: [] };
    if (!isSuspended) spells.push(spell);
    spell.until = Math.max(spell.until, at + SUSPENSION_DAYS * DAY_MS + pausedFor(live, at));
    spell.used.push(...live.map((used) => ({ strike: used, at: strike.createdAt })));
    live = [];
  };

  for (const { at, until } of [...byOperators].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    while (inOrder[0] && inOrder[0].createdAt < at) count(inOrder.shift()!);
    const replaced = spells.at(-1);
    if (replaced) replaced.until = Math.min(replaced.until, at.getTime());
    spells.push({ until: (until ?? at).getTime(), used: [] });
  }
  inOrder.forEach(count);

  const undone = spells.flatMap(({ used, until }) => used.filter(({ strike }) => goneAt(strike) < until)).at(0);
  if (undone)
    return suspensionOf(
      strikes.filter((strike) => strike !== undone.strike),
      byOperators,
      pausedFor,
    );
  const last = spells.at(-1);
  return {
    until: last ? new Date(last.until) : null,
    usedUp: new Map(spells.flatMap(({ used }) => used.map(({ strike, at }) => [strike.id, at]))),
  };
}

/** The time from which the strike counts for no suspension, or Infinity. */
function goneAt({ contestedAt, decidedAt, withdrawnAt }: DatedStrike): number {
  const isWaiting = contestedAt !== null && decidedAt === null;
  return Math.min(...[withdrawnAt, isWaiting ? contestedAt : null].map((at) => at?.getTime() ?? Infinity));
}

/**
 * Returns for how many milliseconds after `since` one of some strikes was contested, and has been upheld, while the student
 * was not suspended. Whether they were follows from what was known at that time, since nobody gets back a served day.
 */
function pausesOf(strikes: readonly DatedStrike[], byOperators: readonly SetByOperator[]) {
  const dates = strikes.flatMap((strike) => [
    strike.createdAt,
    strike.contestedAt,
    strike.decidedAt,
    strike.withdrawnAt,
  ]);
  const times = [...dates, ...byOperators.map(({ at }) => at)].flatMap((at) => (at ? [at.getTime()] : []));
  const changes = [...new Set(times)].sort((a, b) => a - b);
  const ends = new Map<number, number>();

  const pausedFor = (some: readonly DatedStrike[], since: number): number => {
    const pauses = changes.map((from, index) => {
      const isPaused = from >= since && some.some((strike) => wasContested(strike, from));
      return isPaused ? Math.max(0, changes[index + 1]! - Math.max(from, suspendedUntil(from))) : 0;
    });
    return pauses.reduce((total, pause) => total + pause, 0);
  };
  const suspendedUntil = (time: number): number => {
    const known = ends.get(time) ?? endKnownAt(time);
    ends.set(time, known);
    return known;
  };
  const endKnownAt = (time: number): number => {
    const ifKnown = (date: Date | null) => (date && date.getTime() <= time ? date : null);
    const strikesThen = strikes
      .filter(({ createdAt }) => ifKnown(createdAt))
      .map((strike) => ({
        ...strike,
        contestedAt: ifKnown(strike.contestedAt),
        decidedAt: ifKnown(strike.decidedAt),
        withdrawnAt: ifKnown(strike.withdrawnAt),
      }));
    const setThen = byOperators.filter(({ at }) => ifKnown(at));
    return suspensionOf(strikesThen, setThen, pausedFor).until?.getTime() ?? 0;
  };
  return pausedFor;
}

const wasContested = ({ contestedAt, decidedAt }: DatedStrike, time: number) =>
  contestedAt !== null && decidedAt !== null && contestedAt.getTime() <= time && time < decidedAt.getTime();
