import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who had starting meals: once per mailbox, as an HMAC. Append-only. */
@Entity('starting_meals', { schema: 'ledger' })
export class StartingMeals {
  @PrimaryColumn('uuid')
  studentId!: string;

  @Column('bytea')
  mailbox!: Buffer;
}
