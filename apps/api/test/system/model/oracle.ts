import {
  AUTO_COMPLETE_AFTER_HOURS,
  DISPUTE_WINDOW_HOURS,
  STRIKE_LAPSES_AFTER_DAYS,
  STRIKES_PER_SUSPENSION,
  SUSPENSION_DAYS,
  type ErrorCode,
  type MatchStatus,
  type RequestStatus,
  type Side,
} from '@spareswipe/contract';

/** The result of an operation: an error code, or that it was done. */
export type Answer = ErrorCode | 'done';

export interface OracleStudent {
  available: number;
  held: number;
  debt: number;
  /** When the strikes came that count towards the next suspension. */
  strikes: number[];
  suspendedUntil: number;
  left: boolean;
}

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
  rated: Record<Side, boolean>;
  reversed: boolean;
}

export interface OracleOrder {
  student: number;
  credits: number;
  reversed: number;
}

/**
 * The rules of DESIGN §6 and §7 in memory, as plainly as possible, to compare the real system with.
 * Students, requests, matches and orders are known by their place in a list; time is in hours.
 */
export class Oracle {
  now = 0;
  readonly students: OracleStudent[];
  readonly requests: OracleRequest[] = [];
  readonly matches: OracleMatch[] = [];
  readonly orders: OracleOrder[] = [];

  constructor(students: number, credits: number) {
    this.students = Array.from({ length: students }, () => ({
      available: credits,
      held: 0,
      debt: 0,
      strikes: [],
      suspendedUntil: -Infinity,
      left: false,
    }));
  }

  create(student: number, hoursAhead: number): Answer {
    const requester = this.students[student]!;
    if (this.isSuspended(student)) return 'ACCOUNT_SUSPENDED';
    if (requester.left) return 'UNAUTHENTICATED';
    if (requester.available < 1) return 'INSUFFICIENT_CREDITS';
    requester.available--;
    requester.held++;
    this.requests.push({ requester: student, deadline: this.now + hoursAhead, status: 'active' });
    return 'done';
  }

  cancel(student: number, request: number): Answer {
    const { requester, status, deadline } = this.requests[request]!;
    if (requester !== student) return 'NOT_FOUND';
    if (status !== 'active' || deadline <= this.now) return 'REQUEST_NOT_ACTIVE';
    this.refund(request, 'cancelled');
    return 'done';
  }

  accept(student: number, request: number): Answer {
    const { requester, status, deadline } = this.requests[request]!;
    if (this.isSuspended(student)) return 'ACCOUNT_SUSPENDED';
    if (requester === student) return 'OWN_REQUEST';
    if (status !== 'active' || deadline <= this.now || this.students[student]!.left) return 'REQUEST_NOT_AVAILABLE';
    this.requests[request]!.status = 'matched';
    this.matches.push({
      request,
      requester,
      fulfiller: student,
      status: 'accepted',
      completedAt: 0,
      rated: { requester: false, fulfiller: false },
      reversed: false,
    });
    return 'done';
  }

  complete(student: number, match: number): Answer {
    const side = this.sideOf(student, match);
    if (!side) return 'NOT_FOUND';
    if (this.matches[match]!.status !== 'accepted') return 'MATCH_NOT_ACTIVE';
    this.capture(match, side);
    return 'done';
  }

  release(student: number, match: number): Answer {
    if (this.sideOf(student, match) !== 'fulfiller') return 'NOT_FOUND';
    const { status, request } = this.matches[match]!;
    if (status !== 'accepted') return 'MATCH_NOT_ACTIVE';
    this.matches[match]!.status = 'cancelled';
    if (this.requests[request]!.deadline > this.now) this.requests[request]!.status = 'active';
    else this.refund(request, 'expired');
    return 'done';
  }

  rate(student: number, matchIndex: number, followedThrough: boolean): Answer {
    const side = this.sideOf(student, matchIndex);
    const match = this.matches[matchIndex]!;
    if (!side) return 'NOT_FOUND';
    if (match.rated[side]) return 'ALREADY_RATED';
    if (match.status === 'cancelled') return 'MATCH_NOT_ACTIVE';
    match.rated[side] = true;
    if (followedThrough) return 'done';
    if (match.status === 'accepted') {
      match.status = 'cancelled';
      this.refund(match.request, 'cancelled');
    } else if (
      side === 'requester' &&
      match.completedBy === 'fulfiller' &&
      this.now - Math.max(match.completedAt, this.requests[match.request]!.deadline) < DISPUTE_WINDOW_HOURS
    ) {
      this.takeBack(match.fulfiller, 1);
      this.give(match.requester, 1);
      match.reversed = true;
    }
    this.strike(side === 'requester' ? match.fulfiller : match.requester);
    return 'done';
  }

  purchase(student: number, credits: number): Answer {
    this.give(student, credits);
    this.orders.push({ student, credits, reversed: 0 });
    return 'done';
  }

  /** Reverses bought credits, or restores some. Undefined: the ledger refuses, for any reason. */
  reverse(order: number, credits: number): Answer | undefined {
    const { student, credits: bought, reversed } = this.orders[order]!;
    if (reversed + credits > bought || reversed + credits < 0) return undefined;
    this.orders[order]!.reversed += credits;
    if (credits > 0) this.takeBack(student, credits);
    else this.give(student, -credits);
    return 'done';
  }

  /** Closes the account while a request of the student is under way; its other effects are tested elsewhere. */
  leave(student: number): void {
    this.students[student]!.left = true;
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
  }

  private isSuspended(student: number): boolean {
    return this.students[student]!.suspendedUntil > this.now;
  }

  private sideOf(student: number, match: number): Side | undefined {
    const { requester, fulfiller } = this.matches[match]!;
    if (student === requester) return 'requester';
    return student === fulfiller ? 'fulfiller' : undefined;
  }

  private refund(request: number, status: 'cancelled' | 'expired'): void {
    const { requester } = this.requests[request]!;
    this.requests[request]!.status = status;
    this.students[requester]!.held--;
    this.give(requester, 1);
  }

  private capture(matchIndex: number, by: Side | 'system'): void {
    const match = this.matches[matchIndex]!;
    this.requests[match.request]!.status = 'completed';
    Object.assign(match, { status: 'completed', completedBy: by, completedAt: this.now });
    this.students[match.requester]!.held--;
    this.give(match.fulfiller, 1);
  }

  /** A debtor pays first. */
  private give(index: number, credits: number): void {
    const student = this.students[index]!;
    const repaid = Math.min(student.debt, credits);
    student.debt -= repaid;
    student.available += credits - repaid;
  }

  private takeBack(index: number, credits: number): void {
    const student = this.students[index]!;
    const atHand = Math.min(student.available, credits);
    student.available -= atHand;
    student.debt += credits - atHand;
  }

  private strike(index: number): void {
    const student = this.students[index]!;
    student.strikes = [...student.strikes, this.now].filter((at) => this.now - at < STRIKE_LAPSES_AFTER_DAYS * 24);
    if (!this.isSuspended(index) && student.strikes.length < STRIKES_PER_SUSPENSION) return;
    student.suspendedUntil = this.now + SUSPENSION_DAYS * 24;
    student.strikes = [];
  }
}
