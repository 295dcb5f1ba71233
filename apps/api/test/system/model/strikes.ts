import {
  CONTEST_DAYS,
  CONTEST_WINDOW_HOURS,
  REPORTS_COUNT_ONCE_DAYS,
  STRIKING_REPORTS,
  STRIKING_REPORTS_DAYS,
} from '@spareswipe/contract';
import { suspensionOf } from '../../../src/exchange/strikes/suspension.js';
import type { Answer } from './oracle.js';

const DAY = 24;

export interface OracleReport {
  student: number;
  accuser: number;
  match: number;
  at: number;
}

export interface OracleStrike extends OracleReport {
  contestedAt?: number;
  decidedAt?: number;
  withdrawnAt?: number;
}

const dateOf = (hours: number) => new Date(hours * 3_600_000);
const dateOrNull = (hours: number | undefined) => (hours === undefined ? null : dateOf(hours));

/**
 * Reports, strikes and contests in memory (docs/rules.md#strikes). Time is in hours. suspension.test.ts lists the cases
 * of the rule; the model checks that the services follow it in any order of events.
 */
export class Strikes {
  readonly all: OracleStrike[] = [];
  private readonly reports: OracleReport[] = [];

  isSuspended(student: number, now: number): boolean {
    const { until } = this.suspensionOf(student);
    return until !== null && until > dateOf(now);
  }

  countOf(student: number): number {
    return this.all.filter((strike) => strike.student === student).length;
  }

  /** The strikes that no suspension has used up. */
  liveOf(student: number): number {
    const { usedUp } = this.suspensionOf(student);
    return this.all.filter((strike, place) => {
      return strike.student === student && strike.withdrawnAt === undefined && !usedUp.has(idOf(place));
    }).length;
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
    const isKnown = this.all.some(
      ({ student, accuser, at, withdrawnAt }) =>
        student === report.student &&
        accuser === report.accuser &&
        withdrawnAt === undefined &&
        report.at - at < REPORTS_COUNT_ONCE_DAYS * DAY,
    );
    if (before.length < STRIKING_REPORTS && !isKnown) this.add(report);
  }

  /** Nobody gets two strikes for one match. */
  add(strike: OracleReport): void {
    const { student, match } = strike;
    if (!this.all.some((other) => other.student === student && other.match === match)) this.all.push({ ...strike });
  }

  contest(student: number, place: number, now: number): Answer {
    const strike = this.all[place]!;
    if (strike.student !== student) return 'NOT_FOUND';
    const isOver = now - strike.at >= CONTEST_WINDOW_HOURS;
    if (isOver || strike.contestedAt !== undefined || strike.withdrawnAt !== undefined) return 'CONTEST_NOT_OPEN';
    strike.contestedAt = now;
    return 'done';
  }

  /** Upholds a contested strike, or withdraws any strike. */
  decide(place: number, stands: boolean, now: number): Answer {
    const strike = this.all[place]!;
    const isWaiting = strike.contestedAt !== undefined && strike.decidedAt === undefined;
    if (stands ? !isWaiting : strike.withdrawnAt !== undefined) return 'ALREADY_DECIDED';
    if (isWaiting) strike.decidedAt = now;
    if (!stands) strike.withdrawnAt = now;
    return 'done';
  }

  endUndecided(now: number): void {
    for (const strike of this.all)
      if (strike.contestedAt !== undefined && now - strike.contestedAt >= CONTEST_DAYS * DAY) strike.decidedAt ??= now;
  }

  private suspensionOf(student: number) {
    const own = [...this.all.entries()].filter(([, strike]) => strike.student === student);
    const dated = own.map(([place, { at, contestedAt, decidedAt, withdrawnAt }]) => ({
      id: idOf(place),
      createdAt: dateOf(at),
      contestedAt: dateOrNull(contestedAt),
      contestDecidedAt: dateOrNull(decidedAt),
      withdrawnAt: dateOrNull(withdrawnAt),
    }));
    return suspensionOf(dated, []);
  }
}

/** In the order of the strikes. */
const idOf = (place: number) => String(place).padStart(4, '0');
