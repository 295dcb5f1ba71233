import {
  AUTO_COMPLETE_AFTER_HOURS,
  MEETING_OPENS_MINUTES,
  NO_COUNTS_HOURS,
  openMatchesMax,
  RELEASES_PER_DAY,
  REQUESTER_RELEASES_UNTIL_MINUTES,
  TRUSTED_AFTER_STUDENTS,
  UNCONFIRMED_MATCHES_MAX_NEW,
  type DisputeAward,
  type ErrorCode,
  type MatchStatus,
  type RequestStatus,
  type Side,
} from '@spareswipe/contract';
import { Books } from './books.js';
import { Strikes } from './strikes.js';
import { accusationOf, endUndecided, otherSide, SIDES } from './undecided.js';

/** The result of an operation: an error code, or that it was done. */
export type Answer = ErrorCode | 'done';

export interface OracleRequest {
  requester: number;
  deadline: number;
  status: RequestStatus;
}

export interface OracleMatch {
  request: number;
  requester: number;
  fulfiller: number;
  status: MatchStatus;
  completedBy?: Side | 'system';
  completedAt: number;
  /** The fulfiller released it or left. */
  isReleased?: true;
  /** When it was released, or ended by the fulfiller's "No" without a dispute: both count for the limit of a day. */
  letGoAt?: number;
  /** The requester released it or left. */
  withdrawnAt?: number;
  met: Partial<Record<Side, true>>;
  /** What each side said: undefined until they rate. */
  followedThrough: Partial<Record<Side, boolean>>;
}

export interface OracleOrder {
  student: number;
  credits: number;
  reversed: number;
}

const DAY = 24;

/** Whether this side said that it happened: marked it complete, said "Yes" or "It's them". */
const hasSaid = ({ completedBy, followedThrough, met }: OracleMatch, side: Side): boolean =>
  completedBy === side || followedThrough[side] === true || met[side] === true;

export const hasEitherSaid = (match: OracleMatch): boolean => SIDES.some((side) => hasSaid(match, side));

/**
 * The rules of docs/rules.md in memory, as plainly as possible, to compare the real system with.
 * Students, requests, matches and orders are known by their place in a list; time is in hours.
 */
export class Oracle {
  now = 0;
  readonly requests: OracleRequest[] = [];
  readonly matches: OracleMatch[] = [];
  readonly orders: OracleOrder[] = [];
  readonly books: Books;
  readonly strikes = new Strikes();
  private readonly left = new Set<number>();

  constructor(students: number, credits: number) {
    this.books = new Books(students, credits);
  }

  get students() {
    return this.books.accounts.map((balances, student) => ({
      ...balances,
      strikes: this.strikes.countOf(student),
      live: this.strikes.liveOf(student),
      suspended: this.isSuspended(student),
    }));
  }

  isSuspended(student: number): boolean {
    return this.strikes.isSuspended(student, this.now);
  }

  create(student: number, hoursAhead: number): Answer {
    if (this.isSuspended(student)) return 'ACCOUNT_SUSPENDED';
    if (this.left.has(student)) return 'UNAUTHENTICATED';
    if (!this.books.hold(student)) return 'INSUFFICIENT_CREDITS';
    this.requests.push({ requester: student, deadline: this.now + hoursAhead, status: 'active' });
    return 'done';
  }

  cancel(student: number, request: number): Answer {
    if (this.requests[request]!.requester !== student) return 'NOT_FOUND';
    return this.remove(request);
  }

  /** An operator takes it down. */
  remove(request: number): Answer {
    const { status, deadline } = this.requests[request]!;
    if (status !== 'active' || deadline <= this.now) return 'REQUEST_NOT_ACTIVE';
    this.refund(request, 'cancelled');
    return 'done';
  }

  accept(student: number, request: number): Answer {
    const { requester, status, deadline } = this.requests[request]!;
    if (this.isSuspended(student)) return 'ACCOUNT_SUSPENDED';
    if (requester === student) return 'OWN_REQUEST';
    if (status !== 'active' || deadline <= this.now || this.left.has(student)) return 'REQUEST_NOT_AVAILABLE';
    const own = this.matches.filter(({ fulfiller }) => fulfiller === student);
    if (own.some((match) => match.request === request && match.isReleased)) return 'REQUEST_NOT_AVAILABLE';
    if (own.filter(({ status }) => status === 'accepted').length >= openMatchesMax(this.confirmedOf(student)))
      return 'TOO_MANY_OPEN_MATCHES';
    this.requests[request]!.status = 'matched';
    const sides = { requester, fulfiller: student };
    this.matches.push({ request, ...sides, status: 'accepted', completedAt: 0, met: {}, followedThrough: {} });
    return 'done';
  }

  complete(student: number, match: number): Answer {
    const side = this.sideOf(student, match);
    if (!side) return 'NOT_FOUND';
    if (this.matches[match]!.status !== 'accepted') return 'MATCH_NOT_ACTIVE';
    const isAlone = side === 'fulfiller' && !hasSaid(this.matches[match]!, 'requester');
    if (isAlone && this.mayCompleteAlone(student) <= 0) return 'CONFIRMATION_PENDING';
    this.capture(match, side);
    return 'done';
  }

  met(student: number, matchIndex: number): Answer {
    const side = this.sideOf(student, matchIndex);
    const match = this.matches[matchIndex]!;
    if (!side) return 'NOT_FOUND';
    if (match.status !== 'accepted') return 'MATCH_NOT_ACTIVE';
    if (this.requests[match.request]!.deadline > this.now + MEETING_OPENS_MINUTES / 60) return 'MEETING_NOT_OPEN';
    match.met[side] = true;
    if (match.met.requester && match.met.fulfiller) this.capture(matchIndex, 'requester');
    return 'done';
  }

  release(student: number, matchIndex: number): Answer {
    const side = this.sideOf(student, matchIndex);
    const match = this.matches[matchIndex]!;
    if (!side) return 'NOT_FOUND';
    if (match.status !== 'accepted' || hasEitherSaid(match)) return 'MATCH_NOT_ACTIVE';
    if (side === 'fulfiller') {
      if (!this.mayLetGo(student)) return 'TOO_MANY_REQUESTS';
      this.letGo(matchIndex);
      return 'done';
    }
    const left = this.requests[match.request]!.deadline - this.now;
    if (left <= REQUESTER_RELEASES_UNTIL_MINUTES / 60) return 'MATCH_NOT_ACTIVE';
    const lately = this.matches.filter(
      ({ requester, withdrawnAt }) =>
        requester === student && withdrawnAt !== undefined && this.now - withdrawnAt < DAY,
    );
    if (lately.length >= RELEASES_PER_DAY) return 'TOO_MANY_REQUESTS';
    this.withdraw(matchIndex);
    return 'done';
  }

  concede(student: number, match: number): Answer {
    const side = this.sideOf(student, match);
    if (!side) return 'NOT_FOUND';
    const dispute = this.disputeOf(match);
    if (!dispute || dispute.awardedTo) return 'NOT_DISPUTED';
    this.books.award(dispute, otherSide(side), 'side');
    return 'done';
  }

  rate(student: number, matchIndex: number, followedThrough: boolean): Answer {
    const side = this.sideOf(student, matchIndex);
    const match = this.matches[matchIndex]!;
    if (!side) return 'NOT_FOUND';
    if (match.followedThrough[side] !== undefined) return 'ALREADY_RATED';
    if (match.status === 'cancelled') return 'MATCH_NOT_ACTIVE';
    const effect = this.disputeOf(matchIndex) ? 'nothing' : this.effectOfNo(match, side);
    const letsGo = !followedThrough && side === 'fulfiller' && (effect === 'void' || effect === 'give back');
    if (letsGo && !this.mayLetGo(student)) return 'TOO_MANY_REQUESTS';
    if (letsGo) match.letGoAt = this.now;
    match.followedThrough[side] = followedThrough;
    if (followedThrough) return 'done';
    const report = { student: match[otherSide(side)], accuser: student, match: matchIndex, at: this.now };
    this.strikes.remember(report);
    if (effect === 'nothing') return 'done';
    if (effect === 'dispute') {
      const confirmedBy = hasSaid(match, otherSide(side)) ? otherSide(side) : side;
      this.openDispute(matchIndex);
      if (match.status === 'accepted') this.capture(matchIndex, confirmedBy);
      return 'done';
    }
    if (effect === 'void') this.cancelMatch(matchIndex);
    else {
      this.openDispute(matchIndex);
      this.books.award(this.disputeOf(matchIndex)!, 'requester', 'side');
      if (side === 'fulfiller' && !this.disputeOf(matchIndex)!.isTaken) return 'done';
    }
    this.strikes.addReported(report);
    return 'done';
  }

  decide(match: number, awardedTo: DisputeAward): Answer {
    const dispute = this.disputeOf(match);
    if (!dispute) return 'NOT_FOUND';
    if (dispute.awardedTo) return 'ALREADY_DECIDED';
    this.books.award(dispute, awardedTo, 'operator');
    if (awardedTo !== 'nobody') this.strikes.add(accusationOf(dispute, otherSide(awardedTo), this.now));
    return 'done';
  }

  contest(student: number, strike: number): Answer {
    return this.strikes.contest(student, strike, this.now);
  }

  /** An operator lets a contested strike stand, or withdraws a strike. */
  decideStrike(strike: number, stands: boolean): Answer {
    return this.strikes.decide(strike, stands, this.now);
  }

  endContests(): void {
    this.strikes.endUndecided(this.now);
  }

  /** An operator voids it, without a strike: the credit returns, out of the fulfiller's next ones if it is spent. */
  voidExchange(matchIndex: number): Answer {
    const { status } = this.matches[matchIndex]!;
    if (status === 'cancelled') return 'MATCH_NOT_ACTIVE';
    if (status === 'accepted') {
      this.cancelMatch(matchIndex);
      return 'done';
    }
    if (this.disputeOf(matchIndex)?.awardedTo) return 'ALREADY_DECIDED';
    if (!this.disputeOf(matchIndex)) this.openDispute(matchIndex);
    this.books.award(this.disputeOf(matchIndex)!, 'requester', 'operator');
    return 'done';
  }

  /** An operator gives credits, or takes some if `credits` is negative. */
  adjust(student: number, credits: number): Answer {
    if (credits > 0) this.books.give(student, credits);
    else if (!this.books.take(student, -credits)) return 'INSUFFICIENT_CREDITS';
    return 'done';
  }

  purchase(student: number, credits: number): Answer {
    this.books.give(student, credits);
    this.orders.push({ student, credits, reversed: 0 });
    return 'done';
  }

  /** Reverses bought credits, or restores some. Undefined: the ledger refuses, for whatever reason. */
  reverse(order: number, credits: number): Answer | undefined {
    const { student, credits: bought, reversed } = this.orders[order]!;
    if (reversed + credits > bought || reversed + credits < 0) return undefined;
    this.orders[order]!.reversed += credits;
    if (credits > 0) this.books.takeBack(student, credits);
    else this.books.give(student, -credits);
    return 'done';
  }

  /**
   * Closes the account: what is not due yet ends. A meal whose time has passed is paid, and one that the student asked for
   * and could no longer release.
   */
  leave(student: number): Answer {
    if (this.left.has(student)) return 'UNAUTHENTICATED';
    this.left.add(student);
    this.requests.forEach(({ requester, status, deadline }, request) => {
      if (requester !== student || status !== 'active') return;
      this.refund(request, deadline > this.now ? 'cancelled' : 'expired');
    });
    let alone = this.mayCompleteAlone(student);
    const inOrder = [...this.matches.entries()].sort(([, one], [, other]) => one.request - other.request);
    inOrder.forEach(([place, match]) => {
      const { request, requester, fulfiller, status } = match;
      if (status !== 'accepted' || (requester !== student && fulfiller !== student)) return;
      const hoursLeft = this.requests[request]!.deadline - this.now;
      const isOver = hoursLeft <= 0;
      const isAlone = fulfiller === student && !hasSaid(match, 'requester');
      if (
        (isOver && !(isAlone && alone-- <= 0)) ||
        (requester === student && (hasEitherSaid(match) || hoursLeft <= REQUESTER_RELEASES_UNTIL_MINUTES / 60))
      )
        this.capture(place, 'system');
      else if (fulfiller === student) this.letGo(place);
      else this.withdraw(place);
    });
    return 'done';
  }

  forward(hours: number): void {
    this.now += hours;
  }

  sweep(): void {
    this.requests.forEach(({ status, deadline }, request) => {
      if (status === 'active' && deadline <= this.now) this.refund(request, 'expired');
    });
    this.matches.forEach(({ status, request }, match) => {
      const due = this.requests[request]!.deadline + AUTO_COMPLETE_AFTER_HOURS;
      if (status === 'accepted' && due <= this.now) this.capture(match, 'system');
    });
    endUndecided(this.books, this.strikes, this.now);
  }

  /** A "No" is a dispute where the other side, or the requester who says it, has said that it happened. */
  private effectOfNo(match: OracleMatch, side: Side): 'dispute' | 'void' | 'give back' | 'nothing' {
    const { request, status, completedBy, completedAt } = match;
    const saidAt = completedBy && completedBy !== 'system' ? completedAt : 0;
    if (this.now - Math.max(saidAt, this.requests[request]!.deadline) >= NO_COUNTS_HOURS) return 'nothing';
    if (hasSaid(match, otherSide(side)) || (side === 'requester' && hasSaid(match, side))) return 'dispute';
    if (status === 'accepted') return 'void';
    return 'give back';
  }

  /** How many more meals the fulfiller's word alone completes. */
  private mayCompleteAlone(student: number): number {
    if (this.confirmedOf(student) >= TRUSTED_AFTER_STUDENTS) return Infinity;
    const waiting = this.matches.filter(
      (one, place) => one.fulfiller === student && this.waitsForConfirmation(one, place),
    );
    return UNCONFIRMED_MATCHES_MAX_NEW - waiting.length;
  }

  /** How many requesters of a fulfiller confirmed an exchange. */
  private confirmedOf(student: number): number {
    const confirmed = this.matches.filter(
      (match, place) => match.fulfiller === student && this.isConfirmed(match, place),
    );
    return new Set(confirmed.map(({ requester }) => requester)).size;
  }

  /** The requester says so: a "No" takes it back, and conceding takes back the "No". */
  private isConfirmed(match: OracleMatch, place: number): boolean {
    if (match.status !== 'completed') return false;
    if (match.followedThrough.requester !== false) return hasSaid(match, 'requester');
    const dispute = this.disputeOf(place);
    return dispute?.decidedBy === 'side' && dispute.awardedTo === 'fulfiller';
  }

  private isSettled(place: number): boolean {
    const { awardedTo, isTaken } = this.disputeOf(place) ?? {};
    return awardedTo === 'fulfiller' || (awardedTo === 'requester' && isTaken === true);
  }

  private waitsForConfirmation(match: OracleMatch, place: number): boolean {
    const { completedBy, completedAt, request, requester } = match;
    if (this.left.has(requester)) return false;
    if (!completedBy || completedBy === 'requester' || this.isConfirmed(match, place) || this.isSettled(place))
      return false;
    const saidAt = completedBy === 'fulfiller' ? completedAt : 0;
    return this.now - Math.max(saidAt, this.requests[request]!.deadline) < NO_COUNTS_HOURS;
  }

  private openDispute(place: number): void {
    const { requester, fulfiller } = this.matches[place]!;
    this.books.dispute({ match: place, requester, fulfiller, openedAt: this.now });
  }

  private disputeOf(place: number) {
    return this.books.disputes.find(({ match }) => match === place);
  }

  private letGo(match: number): void {
    Object.assign(this.matches[match]!, { isReleased: true, letGoAt: this.now });
    this.reopen(match);
  }

  private withdraw(match: number): void {
    this.matches[match]!.withdrawnAt = this.now;
    this.cancelMatch(match);
  }

  private sideOf(student: number, match: number): Side | undefined {
    return SIDES.find((side) => this.matches[match]![side] === student);
  }

  private refund(request: number, status: 'cancelled' | 'expired'): void {
    this.requests[request]!.status = status;
    this.books.release(this.requests[request]!.requester);
  }

  private mayLetGo(student: number): boolean {
    const lately = this.matches.filter(({ fulfiller, letGoAt }) => {
      return fulfiller === student && letGoAt !== undefined && this.now - letGoAt < DAY;
    });
    return lately.length < RELEASES_PER_DAY;
  }

  private cancelMatch(match: number): void {
    this.matches[match]!.status = 'cancelled';
    this.refund(this.matches[match]!.request, 'cancelled');
  }

  private reopen(match: number): void {
    const { request } = this.matches[match]!;
    this.matches[match]!.status = 'cancelled';
    if (this.requests[request]!.deadline > this.now) this.requests[request]!.status = 'active';
    else this.refund(request, 'expired');
  }

  private capture(matchIndex: number, by: Side | 'system'): void {
    const match = this.matches[matchIndex]!;
    this.requests[match.request]!.status = 'completed';
    Object.assign(match, { status: 'completed', completedBy: by, completedAt: this.now });
    this.books.capture(match.requester, match.fulfiller, matchIndex);
  }
}
