import { Injectable, Logger } from '@nestjs/common';
import { OPEN_REPORTS_MAX, type ReportComment } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { isId, newId } from '../common/ids.js';
import { transaction } from '../database/transaction.js';
import { MatchesService } from '../matches/matches.service.js';
import { UsersService } from '../users/users.service.js';

/** Students report comments that others wrote about them. */
@Injectable()
export class CommentReportsService {
  private readonly logger = new Logger('Reports');

  constructor(
    private readonly db: DataSource,
    private readonly matches: MatchesService,
    private readonly users: UsersService,
  ) {}

  /**
   * Reports the other side's comment, which from then on its reader no longer sees. The first report counts; another one
   * changes nothing. Throws NOT_FOUND where the student sees no comment, and TOO_MANY_OPEN_REPORTS.
   */
  async report(studentId: string, matchId: string, { text }: ReportComment) {
    if (!isId(matchId)) throw new AppError('NOT_FOUND');
    const id = newId();
    const { isNew, match } = await transaction(this.db, async (tx) => {
      // the reports of one student come one after the other, so that their number holds
      await this.users.lock(tx, studentId);
      const before = await this.matches.view(tx, studentId, matchId);
      if (await isReported(tx, studentId, matchId)) return { isNew: false, match: before };
      const { requesterRating, fulfillerRating } = before.rating;
      if (!requesterRating?.comment && !fulfillerRating?.comment) throw new AppError('NOT_FOUND');
      await insertReport(tx, [id, studentId, matchId, text]);
      return { isNew: true, match: await this.matches.view(tx, studentId, matchId) };
    });
    if (isNew) this.logger.warn({ alert: 'comment-reported', report: id, match: matchId, reporter: studentId });
    return { success: true as const, match };
  }
}

async function isReported(tx: EntityManager, studentId: string, matchId: string): Promise<boolean> {
  const found = await tx.query<unknown[]>(
    `SELECT FROM reports WHERE match_id = $1 AND reporter_id = $2 AND kind = 'comment'`,
    [matchId, studentId],
  );
  return found.length > 0;
}

async function insertReport(tx: EntityManager, values: [string, string, string, string]): Promise<void> {
  const inserted = await tx.query<unknown[]>(
    `INSERT INTO reports (id, reporter_id, match_id, kind, text)
     SELECT $1::uuid, $2::uuid, $3::uuid, 'comment', $4
      WHERE (SELECT count(*) FROM reports WHERE reporter_id = $2 AND state = 'open') < ${OPEN_REPORTS_MAX}
     RETURNING id`,
    values,
  );
  if (!inserted.length) throw new AppError('TOO_MANY_OPEN_REPORTS');
}
