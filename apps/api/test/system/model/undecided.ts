import {
  awardWhenUndecided,
  DISPUTE_COUNTS_DAYS,
  DISPUTE_DAYS,
  DISPUTED_STUDENTS_PER_STRIKE,
  type Side,
} from '@spareswipe/contract';
import type { Books, OracleDispute } from './books.js';
import type { OracleReport, Strikes } from './strikes.js';

const DAY = 24;
export const SIDES = ['requester', 'fulfiller'] as const;
export const otherSide = (side: Side): Side => (side === 'requester' ? 'fulfiller' : 'requester');

/** The other side of a dispute accuses this one. */
export const accusationOf = (dispute: OracleDispute, struck: Side, now: number): OracleReport => {
  return { student: dispute[struck], accuser: dispute[otherSide(struck)], match: dispute.match, at: now };
};

/** Ends the disputes that nobody decided in time (docs/rules.md#no-and-disputes). */
export function endUndecided(books: Books, strikes: Strikes, now: number): void {
  for (const dispute of books.disputes) {
    if (dispute.awardedTo || now - dispute.openedAt < DISPUTE_DAYS * DAY) continue;
    const of = {
      requester: disputesOf(dispute.requester, books, now),
      fulfiller: disputesOf(dispute.fulfiller, books, now),
    };
    const counts = { requester: of.requester.length, fulfiller: of.fulfiller.length };
    books.award(dispute, awardWhenUndecided(counts), 'time');
    for (const side of SIDES) {
      const others = of[side].map(({ requester, fulfiller }) => (requester === dispute[side] ? fulfiller : requester));
      if (new Set(others).size >= DISPUTED_STUDENTS_PER_STRIKE) strikes.addReported(accusationOf(dispute, side, now));
    }
  }
}

/** Those of 180 days; without those that an operator awarded to the student, or a side ended. */
const disputesOf = (student: number, { disputes }: Books, now: number) =>
  disputes.filter((dispute) => {
    const { requester, fulfiller, openedAt, awardedTo, decidedBy } = dispute;
    const side = requester === student ? 'requester' : 'fulfiller';
    const isOwn = requester === student || fulfiller === student;
    const isVindicated = decidedBy === 'operator' && awardedTo === side;
    return isOwn && !isVindicated && decidedBy !== 'side' && now - openedAt < DISPUTE_COUNTS_DAYS * DAY;
  });
