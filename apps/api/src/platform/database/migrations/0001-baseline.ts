import { readFileSync } from 'node:fs';
import type { QueryRunner } from 'typeorm';

/** The tables of version 1.0. */
export class Baseline0000000000001 {
  async up(db: QueryRunner) {
    await db.query(readFileSync(new URL('./0001-baseline.sql', import.meta.url), 'utf8'));
  }
}
