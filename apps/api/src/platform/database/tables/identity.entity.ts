import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a student is known at the campus. A provider never gives a subject to two people, while it may do so with an address. */
@Entity('identities')
export class Identity {
  @PrimaryColumn('text')
  issuer!: string;

  @PrimaryColumn('text')
  subject!: string;

  @Column('uuid')
  studentId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  linkedAt!: Date;
}
