import type { ProblemKind } from '@spareswipe/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Match } from './match.entity.js';
import { MealRequest } from './meal-request.entity.js';
import { Operator } from './operator.entity.js';
import { Student } from './student.entity.js';

/** What a student reports to the operators, about a match or a request. The other side does not learn of it. */
@Entity('reports')
@Index('uq_reports_once', ['matchId', 'reporterId', 'kind'], {
  unique: true,
  where: `state = 'open' OR kind = 'comment'`,
})
@Index('uq_reports_request_once', ['requestId', 'reporterId', 'kind'], { unique: true, where: `state = 'open'` })
@Index('ix_reports_open', ['reporterId'], { where: `state = 'open'` })
@Index('ix_reports_queue', ['state', 'createdAt'])
@Check('ck_reports_about', `num_nonnulls(match_id, request_id) = 1`)
@Check('ck_reports_kind', `kind IN ('comment', 'safety', 'money', 'text', 'fake', 'other')`)
@Check('ck_reports_comment', `kind <> 'comment' OR match_id IS NOT NULL`)
@Check('ck_reports_text', `char_length(text) BETWEEN 10 AND 500`)
@Check('ck_reports_state', `state IN ('open', 'answered')`)
@Check('ck_reports_answer', `char_length(answer) BETWEEN 10 AND 500`)
@Check(
  'ck_reports_answered',
  `num_nonnulls(operator_id, answer, answered_at) IN (0, 3) AND (state = 'answered' OR answer IS NULL)`,
)
export class Report {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Student)
  reporterId!: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Match)
  matchId!: string | null;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => MealRequest)
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
  @ForeignKey(() => Operator)
  operatorId!: string | null;

  /** What an operator wrote to the reporter. */
  @Column('text', { nullable: true })
  answer!: string | null;

  @Column('timestamptz', { nullable: true })
  answeredAt!: Date | null;
}
