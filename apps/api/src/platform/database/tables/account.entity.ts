import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An account of the ledger. Every student has three: available ≥ 0, held ≥ 0, debt ≤ 0. The system accounts issuance,
 * card_sales, disputed and adjustments store no balance. Balance = credits in − debits out. Read-only: only transfers change a balance.
 */
@Entity('accounts', { schema: 'ledger' })
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('uuid', { nullable: true })
  studentId!: string | null;

  @Column('text')
  kind!: 'available' | 'held' | 'debt' | 'issuance' | 'card_sales' | 'disputed' | 'adjustments';

  @Column('integer', { nullable: true })
  balance!: number | null;

  /** The last transfer that changed the balance. The next change must name a later one. */
  @Column('bigint', { nullable: true })
  lastTransferId!: string | null;
}
