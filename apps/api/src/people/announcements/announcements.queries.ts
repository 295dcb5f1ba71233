import { Injectable } from '@nestjs/common';
import { ANNOUNCEMENTS_SHOWN } from '@spareswipe/contract';
import type { DeskAnnouncement } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { queryRows } from '../../platform/database/query-rows.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { isUnread, shows } from './shown-announcements.js';

/** Reads announcements, for students and for operators. */
@Injectable()
export class AnnouncementsQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The latest of the campus that the student has not dismissed. */
  async unread({ id, institution }: SignedInStudent) {
    const rows = await queryRows<Row>(
      this.db,
      `SELECT a.id AS "_id", a.text, a.created_at AS "createdAt" FROM announcements a
        WHERE a.institution = $1 AND ${isUnread('$3', '$2')}
        ORDER BY a.created_at DESC, a.id LIMIT ${ANNOUNCEMENTS_SHOWN}`,
      [institution, id, this.clock.now()],
    );
    return { announcements: rows.map(dated) };
  }

  /** The latest 50 that are shown now, with how many students dismissed them. */
  async list(campus: string | null): Promise<DeskAnnouncement[]> {
    const rows = await queryRows<Row & Pick<DeskAnnouncement, 'campus' | 'readers'>>(
      this.db,
      `SELECT a.id AS "_id", a.text, a.created_at AS "createdAt", a.institution AS campus,
              (SELECT count(*)::int FROM announcement_reads WHERE announcement_id = a.id) AS readers
         FROM announcements a
        WHERE ${shows('$2')} AND ($1::text IS NULL OR a.institution = $1)
        ORDER BY a.created_at DESC, a.id LIMIT 50`,
      [campus, this.clock.now()],
    );
    return rows.map(dated);
  }
}

interface Row {
  _id: string;
  text: string;
  createdAt: Date;
}

const dated = <T extends Row>(row: T) => ({ ...row, createdAt: row.createdAt.toISOString() });
