import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Student } from './student.entity.js';

/** Who had starting meals: once per mailbox, as an HMAC. Append-only. */
@Entity('starting_meals', { schema: 'ledger' })
@Unique('uq_starting_meals_mailbox', ['mailbox'])
export class StartingMeals {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Student)
  studentId!: string;

  @Column('bytea')
  mailbox!: Buffer;
}
