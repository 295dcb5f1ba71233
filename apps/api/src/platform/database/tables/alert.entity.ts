import type { AlertPeriod, AlertSettings as Choices } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A student's choices about alerts, and how often they were alerted. No row: they never chose any. */
@Entity('alert_settings')
export class AlertSettings {
  @PrimaryColumn('uuid')
  studentId!: string;

  /** The student's own, copied so that a wave reads the students of one campus by an index. */
  @Column('text')
  institution!: string;

  @Column('boolean', { default: false })
  push!: boolean;

  @Column('boolean', { default: false })
  mail!: boolean;

  @Column('text', { array: true, default: () => `'{breakfast,lunch,dinner}'` })
  mealPeriods!: AlertPeriod[];

  @Column('text', { default: 'mine' })
  campus!: Choices['campus'];

  /** Minutes after midnight. */
  @Column('smallint', { default: 1320 })
  quietFrom!: number;

  @Column('smallint', { default: 480 })
  quietUntil!: number;

  /** IANA name that PostgreSQL knows. */
  @Column('text')
  timeZone!: string;

  /** The day, in the student's zone, for which they said "I can help today". */
  @Column('date', { nullable: true })
  helpOn!: string | null;

  @Column('boolean', { default: false })
  showDetails!: boolean;

  /** In the links of mails. It can only switch mail off, so it is stored in plain text. */
  @Column('uuid')
  unsubscribeToken!: string;

  @Column('timestamptz', { nullable: true })
  alertedAt!: Date | null;

  /** The day of the latest alert in the student's zone, and their alerts on it. */
  @Column('date', { nullable: true })
  alertedOn!: string | null;

  @Column('smallint', { default: 0 })
  alertedTimes!: number;
}

/** Who was alerted to which request: each student once. Kept for 30 days. */
@Entity('alerts')
export class Alert {
  @PrimaryColumn('uuid')
  requestId!: string;

  @PrimaryColumn('uuid')
  studentId!: string;

  @Column('smallint')
  wave!: number;

  @Column('timestamptz')
  alertedAt!: Date;

  @Column('timestamptz', { nullable: true })
  openedAt!: Date | null;
}

/** When the next students are alerted to a request. A trigger writes a row as soon as a request is active. */
@Entity('alert_waves')
export class AlertWave {
  @PrimaryColumn('uuid')
  requestId!: string;

  /** Waves so far. */
  @Column('smallint', { default: 0 })
  wave!: number;

  @Column('timestamptz', { default: () => 'now()' })
  dueAt!: Date;
}
