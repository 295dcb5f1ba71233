import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One log-in on one device. Bearer tokens name their session, so ending the row ends the token at once. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  studentId!: string;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  lastUsedAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** After a sign-on: the provider and its session, if it names one. */
  @Column('text', { nullable: true })
  campusSession!: string | null;

  /** Where the browser goes to end that session, too. Has the ID token, by which the provider knows whose it is. */
  @Column('text', { nullable: true })
  campusLogOut!: string | null;
}

/** What began a session at the campus. */
export type CampusSession = Pick<Session, 'campusSession' | 'campusLogOut'>;
