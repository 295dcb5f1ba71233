import type { ProblemKind } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a student reports to the operators, about a match or a request. The other side does not learn of it. */
@Entity('reports')
export class Report {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  reporterId!: string;

  @Column('uuid', { nullable: true })
  matchId!: string | null;

  @Column('uuid', { nullable: true })
  requestId!: string | null;

  /** `comment`: the one that the other side wrote about the reporter. */
  @Column('text')
  kind!: ProblemKind | 'comment';

  @Column('text')
  text!: string;

  @Column('text', { default: 'open' })
  state!: 'open' | 'answered';

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('uuid', { nullable: true })
  operatorId!: string | null;

  /** What an operator wrote to the reporter. */
  @Column('text', { nullable: true })
  answer!: string | null;

  @Column('timestamptz', { nullable: true })
  answeredAt!: Date | null;
}
