import { Injectable, Logger } from '@nestjs/common';
import { OPEN_REPORTS_MAX, type ProblemKind, type ReportComment, type ReportProblem } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { DELETED_TEXT } from '../../platform/common/deleted-text.js';
import { newId } from '../../platform/common/ids.js';
import { Report } from '../../platform/database/tables/report.entity.js';
import { transaction } from '../../platform/database/transaction.js';
import { OperatorMails } from '../../people/operators/operator-mails.service.js';
import { accountsOf } from '../../platform/database/accounts-of-mailbox.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { UsersService } from '../../people/users/users.service.js';
import { MatchesService } from '../matches/matches.service.js';

interface NewReport {
  reporterId: string;
  about: 'match' | 'request';
  /** Of the match or request. */
  subjectId: string;
  kind: ProblemKind | 'comment';
  text: string;
}

/** What students report to the operators of a campus. The other side does not learn of it. */
@Injectable()
export class ReportsService {
  private readonly logger = new Logger('Reports');

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly matches: MatchesService,
    private readonly operatorMails: OperatorMails,
    private readonly users: UsersService,
  ) {}

  /**
   * Reports a match of the student, or another student's request. Throws NOT_FOUND for all others, ALREADY_REPORTED
   * while the same kind of problem with it waits for an answer, and TOO_MANY_OPEN_REPORTS. Operators get a mail about a
   * report about safety at once.
   */
  async report(studentId: string, { about, id: subjectId, kind, text }: ReportProblem) {
    const report = { reporterId: studentId, about, subjectId, kind, text };
    const id = await transaction(this.db, async (tx) => {
      await this.users.lockMailboxes(tx, studentId);
      const campuses = await campusesOf(tx, report);
      if (!campuses.length) throw new AppError('NOT_FOUND');
      if (await this.isReported(tx, report)) throw new AppError('ALREADY_REPORTED');
      await this.assertMayReport(tx, studentId);
      const id = await this.add(tx, report);
      if (kind === 'safety') await this.operatorMails.reportedSafety(tx, campuses);
      return id;
    });
    this.logger.warn({ alert: 'problem-reported', report: id, kind, [about]: subjectId, reporter: studentId });
    return {
      message: 'Thank you. Your report is kept for those who run SpareSwipe on your campus.',
    };
  }

  /**
   * Reports the other side's comment, which from then on its reader no longer sees. The first report counts; another one
   * changes nothing. Throws NOT_FOUND where the student sees no comment.
   */
  async reportComment(studentId: string, matchId: string, { text }: ReportComment) {
    const report = { reporterId: studentId, about: 'match', subjectId: matchId, kind: 'comment', text } as const;
    const { id, match } = await transaction(this.db, async (tx) => {
      await this.users.lockMailboxes(tx, studentId);
      const before = await this.matches.view(tx, studentId, matchId);
      if (await this.isReported(tx, report)) return { match: before };
      const { requesterRating, fulfillerRating } = before.rating;
      if (!requesterRating?.comment && !fulfillerRating?.comment) throw new AppError('NOT_FOUND');
      return { id: await this.add(tx, report), match: await this.matches.view(tx, studentId, matchId) };
    });
    if (id) this.logger.warn({ alert: 'comment-reported', report: id, match: matchId, reporter: studentId });
    return { match };
  }

  /** Whether an open report says the same. A reported comment cannot be reported again, since it is no longer shown. */
  private isReported(tx: EntityManager, { reporterId, about, subjectId, kind }: NewReport): Promise<boolean> {
    const same = { [`${about}Id`]: subjectId, reporterId, kind };
    return tx.existsBy(Report, kind === 'comment' ? same : { ...same, state: 'open' });
  }

  /**
   * Throws TOO_MANY_OPEN_REPORTS: those of all accounts of the reporter's mailbox count together. Reported comments don't count:
   * reporting one hides it. The caller has locked the mailbox, so parallel reports count, too.
   */
  private async assertMayReport(tx: EntityManager, studentId: string): Promise<void> {
    const open = await queryRows(
      tx,
      `SELECT FROM reports WHERE reporter_id = ANY (${accountsOf('$1')}) AND state = 'open' AND kind <> 'comment'`,
      [studentId],
    );
    if (open.length >= OPEN_REPORTS_MAX) throw new AppError('TOO_MANY_OPEN_REPORTS');
  }

  /** Returns the report's id. */
  private async add(tx: EntityManager, { reporterId, about, subjectId, kind, text }: NewReport): Promise<string> {
    const id = newId();
    await tx.insert(Report, { id, reporterId, [`${about}Id`]: subjectId, kind, text, createdAt: this.clock.now() });
    return id;
  }

  /** Stores an operator's answer. Returns false if somebody else answered first. */
  async answer(tx: EntityManager, id: string, operatorId: string, answer: string): Promise<boolean> {
    const answered = { state: 'answered' as const, operatorId, answer, answeredAt: this.clock.now() };
    const { affected } = await tx.update(Report, { id, state: 'open' }, answered);
    return affected === 1;
  }

  /** Deletes what students wrote in reports that were answered this many days ago. The fact that they reported, and what, stays. */
  async forgetTexts(days: number): Promise<void> {
    await this.db.query(
      `UPDATE reports SET text = $2 WHERE answered_at < now() - make_interval(days => $1) AND text <> $2`,
      [days, DELETED_TEXT],
    );
  }
}

/** Those of both sides. None unless it is about a match of the reporter, or another student's request that is not cancelled. */
async function campusesOf(tx: EntityManager, { reporterId, about, subjectId }: NewReport): Promise<string[]> {
  const sides = await queryRows<{ campus: string }>(
    tx,
    about === 'match'
      ? `SELECT s.institution AS campus FROM matches m JOIN students s ON s.id IN (m.requester_id, m.fulfiller_id)
          WHERE m.id = $1 AND $2 IN (m.requester_id, m.fulfiller_id)`
      : `SELECT s.institution AS campus FROM meal_requests r JOIN students s ON s.id IN (r.requester_id, $2)
          WHERE r.id = $1 AND r.requester_id <> $2 AND r.status <> 'cancelled'`,
    [subjectId, reporterId],
  );
  return sides.map(({ campus }) => campus);
}
