import { Injectable, Logger } from '@nestjs/common';
import type { ReportComment } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { transaction } from '../../platform/database/transaction.js';
import { MatchesService } from '../matches/matches.service.js';
import { ReportsService } from '../reports/reports.service.js';
import { UsersService } from '../../people/users/users.service.js';

@Injectable()
export class CommentReportsService {
  private readonly logger = new Logger('Reports');

  constructor(
    private readonly db: DataSource,
    private readonly matches: MatchesService,
    private readonly reports: ReportsService,
    private readonly users: UsersService,
  ) {}

  /**
   * Reports the other side's comment, which from then on its reader no longer sees. The first report counts; another one
   * changes nothing. Throws NOT_FOUND where the student sees no comment, and TOO_MANY_OPEN_REPORTS.
   */
  async report(studentId: string, matchId: string, { text }: ReportComment) {
    const report = { reporterId: studentId, about: 'match', subjectId: matchId, kind: 'comment', text } as const;
    const { id, match } = await transaction(this.db, async (tx) => {
      // the reports of one person come one after the other, so that their number holds
      await this.users.lockMailboxes(tx, studentId);
      const before = await this.matches.view(tx, studentId, matchId);
      if (await this.reports.isReported(tx, report)) return { match: before };
      const { requesterRating, fulfillerRating } = before.rating;
      if (!requesterRating?.comment && !fulfillerRating?.comment) throw new AppError('NOT_FOUND');
      return { id: await this.reports.add(tx, report), match: await this.matches.view(tx, studentId, matchId) };
    });
    if (id) this.logger.warn({ alert: 'comment-reported', report: id, match: matchId, reporter: studentId });
    return { match };
  }
}
