import type { MigrationInterface, QueryRunner } from 'typeorm';
import { adjustments, formerTransfers } from './ledger/adjustments.js';

/** Operators give and take credits: a separate kind of transfer, which names its line of the log (docs/decisions/0010-operators.md). */
export class Adjustments1790000000020 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(adjustments);
  }

  /** Fails once an operator adjusted credits: the former rules have no place for it. */
  async down(db: QueryRunner) {
    await db.query(formerTransfers);
  }
}
