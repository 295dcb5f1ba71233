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
 * Computes a student's suspension from their strikes and what operators gave or lifted (DESIGN §6, §11). So one rule covers
 * new, contested, withdrawn and upheld strikes:
 * - Every second live strike suspends for 7 days, and a strike during a suspension starts the 7 days again. Both use up all
 *   live strikes. A strike never shortens a suspension.
 * - A strike that is withdrawn or contested before the suspension that used it up is over does not count, a contested one
 *   until the decision. Later the suspension is served and its strikes stay used up.
 * - The 7 days pause while a strike that caused them is contested, unless the student is suspended anyway. So an upheld
 *   strike costs the rest of its 7 days.
 * - What an operator sets replaces what was before it.
 */
export function suspensionOf(strikes: readonly DatedStrike[], byOperators: readonly SetByOperator[]): Suspension {
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
    const stoodStill = contestedSince(Math.max(at, spell.until), live);
    spell.until = Math.max(spell.until, at + SUSPENSION_DAYS * DAY_MS + stoodStill);
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

/** The milliseconds after `since` during which a strike that has since been upheld was contested. */
function contestedSince(since: number, strikes: DatedStrike[]): number {
  let [total, counted] = [0, since];
  const contests = strikes
    .flatMap(({ contestedAt, decidedAt }) =>
      contestedAt && decidedAt ? [[contestedAt.getTime(), decidedAt.getTime()] as const] : [],
    )
    .sort(([a], [b]) => a - b);
  for (const [from, to] of contests) {
    total += Math.max(0, to - Math.max(from, counted));
    counted = Math.max(counted, to);
  }
  return total;
}
