import type { TransferKind } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One movement of credits between two accounts. Append-only; only the functions of the `ledger` schema write it. */
@Entity('transfers', { schema: 'ledger' })
export class Transfer {
  /** Assigned by a trigger once the accounts are locked, so that ids follow the order of an account's changes. */
  @PrimaryColumn('bigint')
  id!: string;

  @Column('text')
  kind!: TransferKind;

  @Column('bigint')
  debitAccountId!: string;

  @Column('bigint')
  creditAccountId!: string;

  @Column('integer')
  amount!: number;

  @Column('uuid', { nullable: true })
  requestId!: string | null;

  @Column('uuid', { nullable: true })
  matchId!: string | null;

  @Column('uuid', { nullable: true })
  orderId!: string | null;

  /** The hold that a capture or release resolves. */
  @Column('bigint', { nullable: true })
  holdId!: string | null;

  /** The purchase that a reversal takes back, or the reversal that it gives back. */
  @Column('bigint', { nullable: true })
  reversesId!: string | null;

  /** The operator's line of the log that an adjustment belongs to. */
  @Column('uuid', { nullable: true })
  logId!: string | null;

  /** Wall-clock time of the database. */
  @Column('timestamptz')
  createdAt!: Date;
}
