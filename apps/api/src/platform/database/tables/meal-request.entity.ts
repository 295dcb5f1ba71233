import type { MealPeriod, RequestStatus, Urgency } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A student's request for one dining meal. The database refuses to commit a status that contradicts the request's hold. */
@Entity('meal_requests')
export class MealRequest {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
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
