import { Entity, Column, PrimaryColumn } from 'typeorm';

/** A notification about one's own exchange that was due at a time, recorded so that several processes send it once. */
@Entity('notices')
export class Notice {
  /** The id of the match, or of the request when nobody accepted it yet. */
  @PrimaryColumn('uuid')
  subjectId!: string;

  @PrimaryColumn('uuid')
  studentId!: string;

  @PrimaryColumn('text')
  kind!: string;

  @Column('timestamptz', { default: () => 'now()' })
  sentAt!: Date;
}
