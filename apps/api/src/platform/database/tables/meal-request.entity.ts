import type { MealPeriod, RequestStatus, Urgency } from '@spareswipe/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Student } from './student.entity.js';

/**
 * A student's request for one dining meal. The database refuses to commit a status that contradicts the request's hold.
 * Indexes with `synchronize: false` are in the migrations, since TypeORM cannot express them.
 */
@Entity('meal_requests')
@Index('ix_meal_requests_requester', { synchronize: false })
@Index('ix_meal_requests_browse_campus', { synchronize: false })
@Index('ix_meal_requests_browse', { synchronize: false })
@Index('ix_meal_requests_search', { synchronize: false })
@Index('ix_meal_requests_requester_active', ['requesterId', 'deadline'], { where: `status = 'active'` })
@Index('ix_meal_requests_campus_latest', ['institution', 'createdAt'])
@Index('ix_meal_requests_matched_deadline', ['deadline'], { where: `status = 'matched'` })
@Index('ix_meal_requests_completed', ['institution', 'deadline'], { where: `status = 'completed'` })
@Check('ck_meal_requests_meal_period', `meal_period = ANY ('{breakfast, lunch, dinner, any}')`)
@Check('ck_meal_requests_meal_description', `char_length(meal_description) BETWEEN 1 AND 150`)
@Check('ck_meal_requests_location', `char_length(location) BETWEEN 1 AND 100`)
@Check('ck_meal_requests_description', `char_length(description) <= 500`)
@Check('ck_meal_requests_urgency', `urgency = ANY ('{low, medium, high}')`)
@Check('ck_meal_requests_status', `status = ANY ('{active, matched, completed, cancelled, expired}')`)
export class MealRequest {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Student)
  requesterId!: string;

  /** The requester's campus, copied so that browsing by campus reads one index. */
  @Column('text')
  institution!: string;

  @Column('text')
  mealPeriod!: MealPeriod;

  @Column('text')
  mealDescription!: string;

  @Column('text')
  location!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text')
  urgency!: Urgency;

  @Column('boolean')
  isFlexible!: boolean;

  @Column('timestamptz')
  deadline!: Date;

  @Column('text', { default: 'active' })
  status!: RequestStatus;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** The text that a search reads; null unless the request is active. Written by a trigger. */
  @Column('text', { nullable: true })
  searchText!: string | null;

  /** Written by a trigger. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
