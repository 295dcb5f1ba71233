import type { TransferKind } from '@spareswipe/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Match } from './match.entity.js';
import { OperatorLogLine } from './operator.entity.js';
import { Order } from './order.entity.js';
import { MealRequest } from './meal-request.entity.js';
import { Account } from './account.entity.js';

/** One movement of credits between two accounts. Append-only; only the functions of the `ledger` schema write it. */
@Entity('transfers', { schema: 'ledger' })
@Index('uq_transfers_hold_of_request', ['requestId'], { unique: true, where: `kind = 'hold'` })
@Index('uq_transfers_resolution_of_hold', ['holdId'], { unique: true, where: 'hold_id IS NOT NULL' })
@Index('uq_transfers_grant_of_student', ['creditAccountId'], { unique: true, where: `kind = 'grant'` })
@Index('uq_transfers_purchase_of_order', ['orderId'], { unique: true, where: `kind = 'purchase'` })
@Index('ix_transfers_debit_account', ['debitAccountId', 'id'])
@Index('ix_transfers_credit_account', ['creditAccountId', 'id'])
@Index('ix_transfers_purchase_account', ['creditAccountId', 'createdAt'], { where: `kind = 'purchase'` })
@Index('ix_transfers_order', ['orderId'], { where: 'order_id IS NOT NULL' })
@Index('ix_transfers_reverses', ['reversesId'], { where: 'reverses_id IS NOT NULL' })
@Index('uq_transfers_taking_of_match', ['matchId'], {
  unique: true,
  where: `kind IN ('dispute', 'repay') AND match_id IS NOT NULL`,
})
@Index('uq_transfers_adjustment_of_log', ['logId'], { unique: true, where: 'log_id IS NOT NULL' })
@Index('uq_transfers_award_of_match', ['matchId'], { unique: true, where: `kind = 'award'` })
@Check(
  'ck_transfers_kind',
  `kind = ANY ('{grant, hold, capture, release, purchase, reversal, repay, dispute, award, adjustment}')`,
)
@Check('ck_transfers_amount', `amount > 0 AND (request_id IS NULL OR amount = 1)`)
@Check('ck_transfers_two_accounts', `debit_account_id <> credit_account_id`)
@Check(
  'ck_transfers_names_request',
  `(request_id IS NOT NULL) = (
     kind = ANY ('{hold, capture, release, dispute, award}') OR kind = 'repay' AND match_id IS NOT NULL)`,
)
@Check(
  'ck_transfers_names_match',
  `CASE WHEN kind = ANY ('{capture, dispute, award}') THEN match_id IS NOT NULL
        WHEN kind = 'repay' THEN true
        ELSE match_id IS NULL END`,
)
@Check('ck_transfers_names_order', `(order_id IS NOT NULL) = (kind = ANY ('{purchase, reversal}'))`)
@Check('ck_transfers_names_hold', `(hold_id IS NOT NULL) = (kind = ANY ('{capture, release}'))`)
@Check('ck_transfers_names_log', `(log_id IS NOT NULL) = (kind = 'adjustment')`)
@Check('ck_transfers_adjustment', `kind <> 'adjustment' OR amount <= 10`)
@Check('ck_transfers_names_reversed', `(reverses_id IS NOT NULL) = (kind = 'reversal')`)
export class Transfer {
  /** Assigned by a trigger once the accounts are locked, so that ids follow the order of an account's changes. */
  @PrimaryColumn('bigint')
  id!: string;

  @Column('text')
  kind!: TransferKind;

  @Column('bigint')
  @ForeignKey(() => Account)
  debitAccountId!: string;

  @Column('bigint')
  @ForeignKey(() => Account)
  creditAccountId!: string;

  @Column('integer')
  amount!: number;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => MealRequest)
  requestId!: string | null;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Match)
  matchId!: string | null;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Order)
  orderId!: string | null;

  /** The hold that a capture or release resolves. */
  @Column('bigint', { nullable: true })
  @ForeignKey(() => Transfer)
  holdId!: string | null;

  /** The purchase that a reversal takes back, or the reversal that it gives back. */
  @Column('bigint', { nullable: true })
  @ForeignKey(() => Transfer, { name: 'fk_transfers_reversed' })
  reversesId!: string | null;

  /** The operator's line of the log that an adjustment belongs to. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => OperatorLogLine)
  logId!: string | null;

  /** Wall-clock time of the database. */
  @Column('timestamptz')
  createdAt!: Date;
}
