import { Injectable } from '@nestjs/common';
import { ANNOUNCEMENT_DAYS, ANNOUNCEMENTS_SHOWN } from '@spareswipe/contract';
import type { Announce, DeskAnnouncement } from '@spareswipe/contract/desk';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { newId } from '../../platform/common/ids.js';
import { isoTime } from '../../platform/database/iso-time.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { Announcement } from '../../platform/database/tables/announcement.entity.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { isUnread, shows } from './shown-announcements.js';

/** Announcements by operators to their campus; each student sees them until they dismiss them. */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The latest of the campus that the student has not dismissed. */
  async unread({ id, institution }: SignedInStudent) {
    const announcements = await queryRows<Omit<DeskAnnouncement, 'campus' | 'readers'>>(
      this.db,
      `SELECT ${SHOWN} FROM announcements a
        WHERE a.institution = $1 AND ${isUnread('$3', '$2')}
        ORDER BY a.created_at DESC, a.id LIMIT ${ANNOUNCEMENTS_SHOWN}`,
      [institution, id, this.clock.now()],
    );
    return { announcements };
  }

  /** The latest 50 that are shown now, with how many students dismissed them; of one campus, or null for all. */
  list(campus: string | null): Promise<DeskAnnouncement[]> {
    return queryRows<DeskAnnouncement>(
      this.db,
      `SELECT ${SHOWN}, a.institution AS campus,
              (SELECT count(*)::int FROM announcement_reads WHERE announcement_id = a.id) AS readers
         FROM announcements a
        WHERE ${shows('$2')} AND ($1::text IS NULL OR a.institution = $1)
        ORDER BY a.created_at DESC, a.id LIMIT 50`,
      [campus, this.clock.now()],
    );
  }

  /** Dismisses an announcement of the student's campus. Throws NOT_FOUND for all others. */
  async read({ id: studentId, institution }: SignedInStudent, id: string) {
    const found = await queryRows(
      this.db,
      `WITH own AS (
         SELECT id FROM announcements WHERE id = $1 AND institution = $4
       ), dismissed AS (
         INSERT INTO announcement_reads (announcement_id, student_id, read_at) SELECT id, $2, $3 FROM own
         ON CONFLICT DO NOTHING
       ) SELECT FROM own`,
      [id, studentId, this.clock.now(), institution],
    );
    if (!found.length) throw new AppError('NOT_FOUND');
    return { message: 'Dismissed' };
  }

  /**
   * Returns the announcement's id, which is the Idempotency-Key if there is one. Returns undefined if the same call was made
   * before, and throws IDEMPOTENCY_KEY_REUSED if another call used the key.
   */
  async add(tx: EntityManager, operatorId: string, { campus, text }: Announce, key = newId()) {
    const added = await queryRows(
      tx,
      `INSERT INTO announcements (id, institution, operator_id, text, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [key, campus, operatorId, text, this.clock.now()],
    );
    if (added.length) return key;
    const isSame = await tx.existsBy(Announcement, { id: key, institution: campus, operatorId, text });
    if (!isSame) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return undefined;
  }

  /**
   * Takes an announcement back, so that nobody sees it any more. Returns undefined if it was not shown on the campus;
   * null means any campus.
   */
  async withdraw(tx: EntityManager, campus: string | null, id: string): Promise<Announce | undefined> {
    const [withdrawn] = await queryRows<Announce>(
      tx,
      `UPDATE announcements SET withdrawn_at = $3
        WHERE id = $2 AND withdrawn_at IS NULL AND ($1::text IS NULL OR institution = $1)
       RETURNING institution AS campus, text`,
      [campus, id, this.clock.now()],
    );
    return withdrawn;
  }

  /** Deletes the records of who dismissed announcements that are no longer shown. */
  async prune(): Promise<void> {
    await this.db.query(
      `DELETE FROM announcement_reads d USING announcements a
        WHERE a.id = d.announcement_id AND a.created_at < now() - make_interval(days => $1)`,
      [ANNOUNCEMENT_DAYS],
    );
  }
}

const SHOWN = `a.id AS "_id", a.text, ${isoTime('a.created_at')} AS "createdAt"`;
