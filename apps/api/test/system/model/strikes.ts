import {
  REPORTS_COUNT_ONCE_DAYS,
  STRIKE_LAPSES_AFTER_DAYS,
  STRIKES_PER_SUSPENSION,
  STRIKING_REPORTS,
  STRIKING_REPORTS_DAYS,
  SUSPENSION_DAYS,
} from '@spareswipe/contract';

const DAY = 24;

export interface OracleReport {
  student: number;
  accuser: number;
  match: number;
  at: number;
}

/** Reports, strikes and suspensions in memory (DESIGN §6). Time is in hours. */
export class Strikes {
  private readonly reports: OracleReport[] = [];
  private strikes: (OracleReport & { isUsedUp: boolean })[] = [];
  private readonly suspensions = new Map<number, number>();

  isSuspended(student: number, now: number): boolean {
    return (this.suspensions.get(student) ?? -Infinity) > now;
  }

  countOf(student: number): number {
    return this.strikes.filter((strike) => strike.student === student).length;
  }

  /** Every "No" counts for the limit of its author, whether it strikes or not. */
  remember(report: OracleReport): void {
    this.reports.push(report);
  }

  /** A strike on one student's word: once per accuser and student, and not for the accuser's third report in 30 days. */
  addReported(report: OracleReport): void {
    const [own] = this.reports.filter(({ match, accuser }) => match === report.match && accuser === report.accuser);
    const before = this.reports.filter(
      (other) =>
        own &&
        other.accuser === own.accuser &&
        this.reports.indexOf(other) < this.reports.indexOf(own) &&
        own.at - other.at < STRIKING_REPORTS_DAYS * DAY,
    );
    const isKnown = this.strikes.some(
      ({ student, accuser, at }) =>
        student === report.student && accuser === report.accuser && report.at - at < REPORTS_COUNT_ONCE_DAYS * DAY,
    );
    if (before.length < STRIKING_REPORTS && !isKnown) this.add(report);
  }

  /** Nobody gets two strikes for one match. */
  add(strike: OracleReport): void {
    const { student, match, at: now } = strike;
    if (this.strikes.some((other) => other.student === student && other.match === match)) return;
    this.strikes.push({ ...strike, isUsedUp: false });
    const live = this.strikes.filter(
      (other) => other.student === student && !other.isUsedUp && now - other.at < STRIKE_LAPSES_AFTER_DAYS * DAY,
    );
    if (!this.isSuspended(student, now) && live.length < STRIKES_PER_SUSPENSION) return;
    this.suspensions.set(student, now + SUSPENSION_DAYS * DAY);
    for (const used of this.strikes) if (used.student === student) used.isUsedUp = true;
  }
}
