import { Injectable } from '@nestjs/common';
import type { DisputeAward } from '@spareswipe/contract';
import type { WithReason } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import { AppError } from '../platform/common/app-error.js';
import { transaction } from '../platform/database/transaction.js';
import { DisputesService } from '../exchange/disputes/disputes.service.js';
import { MailService } from '../delivery/mail/mail.service.js';
import type { SignedInOperator } from '../people/operators/current-operator.js';
import { OperatorLog } from '../people/operators/operator-log.service.js';
import { MatchesService } from '../exchange/matches/matches.service.js';
import { ReportsService } from '../exchange/reports/reports.service.js';
import { StrikesService } from '../exchange/strikes/strikes.service.js';
import { UsersService } from '../people/users/users.service.js';
import { ActionsService } from './actions.service.js';
import { DeskReportsQueries } from './reports.queries.js';

/** Operators decide what waits for them: disputes, reports and contested strikes. Each is decided once. */
@Injectable()
export class QueueService {
  constructor(
    private readonly db: DataSource,
    private readonly actions: ActionsService,
    private readonly disputes: DisputesService,
    private readonly log: OperatorLog,
    private readonly mail: MailService,
    private readonly matches: MatchesService,
    private readonly reports: ReportsService,
    private readonly reportsQueries: DeskReportsQueries,
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /** Decides a dispute. Both students read the reason. */
  async decide(
    operator: SignedInOperator,
    matchId: string,
    { awardedTo, reason }: WithReason & { awardedTo: DisputeAward },
  ) {
    await this.actions.changeMatch(operator, matchId, reason, async (tx) => {
      await this.disputes.decideIn(tx, matchId, awardedTo, reason);
      return { action: 'decide-dispute', before: { awardedTo: null }, after: { awardedTo } };
    });
    return { message: 'The dispute is decided' };
  }

  /** Answers a report. Only the student who reported gets a mail: the other side does not learn of it. */
  async answerReport(operator: SignedInOperator, reportId: string, { reason }: WithReason) {
    const report = await this.reportsQueries.find(operator.campus, reportId);
    if (!report) throw new AppError('NOT_FOUND');
    await transaction(this.db, async (tx) => {
      if (!(await this.reports.answer(tx, reportId, operator.id, reason)))
        throw new AppError('ALREADY_DECIDED', { message: 'This report is already answered' });
      const { campus, reporter, matchId, requestId, createdAt, text } = report;
      const line = {
        operatorId: operator.id,
        campus: operator.campus ?? campus, // the operator may be of the visitor's campus, whose log then has the line
        studentId: reporter._id,
        action: 'answer-report',
        reason,
      };
      const before = { reportId, state: 'open' };
      const subject = matchId ? { matchId } : { requestId };
      await this.log.write(tx, { ...line, ...subject, before, after: { state: 'answered' } });
      const to = await this.users.recipient(tx, reporter._id);
      if (to) await this.mail.send(tx, 'report-answered', to, { reportedAt: createdAt, report: text, answer: reason });
    });
    return { message: 'The report is answered' };
  }

  /** A contested strike stands, and may suspend its student from now on. */
  async upholdStrike(operator: SignedInOperator, strikeId: string, { reason }: WithReason) {
    const strike = await this.strikes.find(this.db.manager, strikeId);
    if (!strike?.contestedAt) throw new AppError('NOT_FOUND');
    return this.actions.change(operator, strike.studentId, reason, async ({ tx, student, log, mail }) => {
      const after = await this.strikes.uphold(tx, strike);
      if (!after) throw new AppError('ALREADY_DECIDED', { message: 'This contest is already decided' });
      const before = { strikeId, suspendedUntil: student.suspendedUntil };
      await log({ action: 'uphold-strike', matchId: strike.matchId, before, after });
      const { meal } = await this.matches.read(tx, strike.matchId);
      await mail({ decision: 'strike-upheld', until: after.suspendedUntil, meal });
      return 'The strike stands';
    });
  }
}
