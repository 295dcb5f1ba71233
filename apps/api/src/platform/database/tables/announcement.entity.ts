import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text by an operator for all students of a campus. */
@Entity('announcements')
export class Announcement {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  institution!: string;

  @Column('uuid')
  operatorId!: string;

  @Column('text')
  text!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** From when on it is no longer shown. */
  @Column('timestamptz', { nullable: true })
  withdrawnAt!: Date | null;
}
