import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Student } from './student.entity.js';

/**
 * An account of the ledger. Every student has three: available ≥ 0, held ≥ 0, debt ≤ 0. The system accounts issuance,
 * card_sales, disputed and adjustments store no balance. Balance = credits in − debits out. Read-only: only transfers change a balance.
 */
@Entity('accounts', { schema: 'ledger' })
@Unique('uq_accounts_student_kind', ['studentId', 'kind'])
@Check('ck_accounts_kind', `kind = ANY ('{available, held, debt, issuance, card_sales, disputed, adjustments}')`)
@Check('ck_accounts_owner', `(student_id IS NULL) = (kind = ANY ('{issuance, card_sales, disputed, adjustments}'))`)
@Check('ck_accounts_stored_balance', `(balance IS NULL) = (student_id IS NULL)`)
@Check('ck_accounts_available_not_negative', `kind <> 'available' OR balance >= 0`)
@Check('ck_accounts_held_not_negative', `kind <> 'held' OR balance >= 0`)
@Check('ck_accounts_debt_not_positive', `kind <> 'debt' OR balance <= 0`)
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Student)
  studentId!: string | null;

  @Column('text')
  kind!: 'available' | 'held' | 'debt' | 'issuance' | 'card_sales' | 'disputed' | 'adjustments';

  @Column('integer', { nullable: true })
  balance!: number | null;

  /** The last transfer that changed the balance. The next change must name a later one. */
  @Column('bigint', { nullable: true })
  lastTransferId!: string | null;
}
