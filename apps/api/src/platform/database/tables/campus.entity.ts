import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A campus, made by a trigger with the first verified student there; and what its operators decided. */
@Entity('campuses')
export class Campus {
  /** As derived from the e-mail domain. */
  @PrimaryColumn('text')
  institution!: string;

  /** As operators named it; null: as the list of universities has it, else the institution. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** IANA name, set by operators or by the first request that brings one. */
  @Column('text', { nullable: true })
  timeZone!: string | null;

  /** Since when nobody may post or accept. The pause ends at `pausedUntil`, or when an operator ends it. */
  @Column('timestamptz', { nullable: true })
  pausedAt!: Date | null;

  @Column('text', { nullable: true })
  pauseNotice!: string | null;

  @Column('timestamptz', { nullable: true })
  pausedUntil!: Date | null;

  @Column('text', { nullable: true })
  guestRules!: string | null;

  @Column('text', { nullable: true })
  guestRulesUrl!: string | null;

  /** Active and matched requests of one student at once; null: no limit. */
  @Column('integer', { nullable: true })
  openRequestsMax!: number | null;

  /** Credits of a newly verified student; null: SIGNUP_CREDITS. */
  @Column('integer', { nullable: true })
  startingMeals!: number | null;

  @Column('boolean', { default: true })
  mealsOnSale!: boolean;

  /** Places to eat, which the form suggests first. */
  @Column('text', { array: true, default: () => `'{}'` })
  places!: string[];

  /** Whether requests must name one of `places`. */
  @Column('boolean', { default: false })
  placesOnly!: boolean;

  /** Meals that one person may give in a week of the campus; null: no limit. */
  @Column('integer', { nullable: true })
  mealsGivenPerWeek!: number | null;

  /** From `termBegins` on; null: no limit. */
  @Column('integer', { nullable: true })
  mealsGivenPerTerm!: number | null;

  /** As 2027-01-11. */
  @Column('date', { nullable: true })
  termBegins!: string | null;

  /** When passwords end, where the campus has a sign-on; null: never. */
  @Column('timestamptz', { nullable: true })
  signOnRequiredFrom!: Date | null;

  /** Until when a mailed link replaces a student's campus account by one of another provider. */
  @Column('timestamptz', { nullable: true })
  relinkUntil!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
