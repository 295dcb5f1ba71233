import { STRIKE_LAPSES_AFTER_DAYS, STRIKES_PER_SUSPENSION, SUSPENSION_DAYS } from '@spareswipe/contract';
import type { Strike } from '../../platform/database/tables/strike.entity.js';

const DAY_MS = 24 * 60 * 60_000;

export type DatedStrike = Pick<Strike, 'id' | 'createdAt' | 'contestedAt' | 'contestDecidedAt' | 'withdrawnAt'>;

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

/** A strike as it counts: since it was given, or since it was contested and an operator or time let it stand. */
interface Counted {
  strike: DatedStrike;
  from: Date;
  isUpheld: boolean;
}

interface Spell {
  until: number;
  used: { counted: Counted; at: Date }[];
}

/**
 * Computes a student's suspension from their strikes and what operators gave or lifted (docs/rules.md#strikes). So one
 * rule covers new, contested, withdrawn and upheld strikes:
 * - Every second live strike suspends for 7 days, and a strike during a suspension starts the 7 days again. Both use up all
 *   live strikes. A strike never shortens a suspension.
 * - A strike that is withdrawn or contested before the suspension that used it up is over does not count. A contested one
 *   that stands counts from that decision. Later the suspension is served and its strikes stay used up.
 * - What an operator sets replaces what was before it. They give no end that is sooner; they may lift it.
 */
export const suspensionOf = (strikes: readonly DatedStrike[], byOperators: readonly SetByOperator[]): Suspension =>
  suspensionBy(
    strikes.map((strike) => ({ strike, from: strike.createdAt, isUpheld: false })),
    byOperators,
  );

function suspensionBy(strikes: readonly Counted[], byOperators: readonly SetByOperator[]): Suspension {
  const spells: Spell[] = [];
  let live: Counted[] = [];
  const inOrder = [...strikes].sort(
    (a, b) => a.from.getTime() - b.from.getTime() || (a.strike.id < b.strike.id ? -1 : 1),
  );

  const count = (added: Counted) => {
    const at = added.from.getTime();
    // at the date of the strike: none lapses while one is contested in vain
    const lapsed = added.strike.createdAt.getTime() - STRIKE_LAPSES_AFTER_DAYS * DAY_MS;
    live = [...live, added].filter(({ strike }) => strike.createdAt.getTime() > lapsed);
    const current = spells.at(-1);
    const isSuspended = current !== undefined && at < current.until;
    if (!isSuspended && live.length < STRIKES_PER_SUSPENSION) return;
    const spell = isSuspended ? current : { until: at, used: [] };
    if (!isSuspended) spells.push(spell);
    spell.until = Math.max(spell.until, at + SUSPENSION_DAYS * DAY_MS);
    spell.used.push(...live.map((counted) => ({ counted, at: added.from })));
    live = [];
  };

  for (const { at, until } of [...byOperators].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    while (inOrder[0] && inOrder[0].from < at) count(inOrder.shift()!);
    const replaced = spells.at(-1);
    if (replaced) replaced.until = Math.min(replaced.until, at.getTime());
    spells.push({ until: (until ?? at).getTime(), used: [] });
  }
  inOrder.forEach(count);

  const undone = spells.flatMap(({ used, until }) => used.filter(({ counted }) => goneAt(counted) < until)).at(0);
  if (undone) {
    const { strike, isUpheld } = undone.counted;
    const others = strikes.filter((one) => one.strike !== strike);
    const from = isUpheld ? null : strike.contestDecidedAt;
    return suspensionBy(from ? [...others, { strike, from, isUpheld: true }] : others, byOperators);
  }
  const last = spells.at(-1);
  return {
    until: last ? new Date(last.until) : null,
    usedUp: new Map(spells.flatMap(({ used }) => used.map(({ counted, at }) => [counted.strike.id, at]))),
  };
}

/** When it stopped to count, or Infinity. */
function goneAt({ strike: { contestedAt, withdrawnAt }, isUpheld }: Counted): number {
  return Math.min(...[withdrawnAt, isUpheld ? null : contestedAt].map((at) => at?.getTime() ?? Infinity));
}
