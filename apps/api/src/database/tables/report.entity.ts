import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Match } from './match.entity.js';
import { Student } from './student.entity.js';

/** What a student reports to the operators. The other side does not learn of it. */
@Entity('reports')
@Unique('uq_reports_once', ['matchId', 'reporterId', 'kind'])
@Index('ix_reports_open', ['reporterId'], { where: `state = 'open'` })
@Check('ck_reports_kind', `kind IN ('comment')`)
@Check('ck_reports_text', `char_length(text) BETWEEN 10 AND 500`)
@Check('ck_reports_state', `state IN ('open', 'closed')`)
export class Report {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_reports' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Student, { name: 'fk_reports_reporter' })
  reporterId!: string;

  @Column('uuid')
  @ForeignKey(() => Match, { name: 'fk_reports_match' })
  matchId!: string;

  /** `comment`: the one that the other side wrote about the reporter. */
  @Column('text')
  kind!: 'comment';

  @Column('text')
  text!: string;

  @Column('text', { default: 'open' })
  state!: 'open' | 'closed';

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
