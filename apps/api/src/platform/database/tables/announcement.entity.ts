import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Campus } from './campus.entity.js';
import { Operator } from './operator.entity.js';
import { Student } from './student.entity.js';

/** A text by an operator for all students of a campus. */
@Entity('announcements')
@Index('ix_announcements_shown', ['institution', 'createdAt'], { where: 'withdrawn_at IS NULL' })
@Check('ck_announcements_text', `char_length(text) BETWEEN 10 AND 500`)
export class Announcement {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  @ForeignKey(() => Campus, { name: 'fk_announcements_campus' })
  institution!: string;

  @Column('uuid')
  @ForeignKey(() => Operator)
  operatorId!: string;

  @Column('text')
  text!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** From when on it is no longer shown. */
  @Column('timestamptz', { nullable: true })
  withdrawnAt!: Date | null;
}

/** A student dismissed an announcement. */
@Entity('announcement_reads')
export class AnnouncementRead {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Announcement)
  announcementId!: string;

  @PrimaryColumn('uuid')
  @ForeignKey(() => Student)
  studentId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  readAt!: Date;
}
