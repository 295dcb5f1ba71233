import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Student } from './student.entity.js';

/** How a student is known at the campus. A provider never gives a subject to two people, while it may do so with an address. */
@Entity('identities')
@Index('ix_identities_student', ['studentId'])
export class Identity {
  @PrimaryColumn('text')
  issuer!: string;

  @PrimaryColumn('text')
  subject!: string;

  @Column('uuid')
  @ForeignKey(() => Student)
  studentId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  linkedAt!: Date;
}
