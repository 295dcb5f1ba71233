import { Entity, Column, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Student } from './student.entity.js';

/** A notification about one's own exchange that was due at a time, recorded so that several processes send it once. */
@Entity('notices')
@Index('ix_notices_sent', ['sentAt'])
export class Notice {
  /** The id of the match, or of the request when nobody accepted it yet. */
  @PrimaryColumn('uuid')
  subjectId!: string;

  @PrimaryColumn('uuid')
  @ForeignKey(() => Student)
  studentId!: string;

  @PrimaryColumn('text')
  kind!: string;

  @Column('timestamptz', { default: () => 'now()' })
  sentAt!: Date;
}
