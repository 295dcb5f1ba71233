import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Student } from './student.entity.js';

/** How a student is known at the campus. A provider never gives a subject to two people, while it may do so with an address. */
@Entity('identities')
@Index('ix_identities_student', ['studentId'])
export class Identity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identities' })
  issuer!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_identities' })
  subject!: string;

  @Column('uuid')
  @ForeignKey(() => Student, { name: 'fk_identities_student' })
  studentId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  linkedAt!: Date;
}
