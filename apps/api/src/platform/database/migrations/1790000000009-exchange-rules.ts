import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who reported a strike, since several reports of one student count once, and why a match was cancelled, since a released
 * request can't be accepted again by the same student.
 */
export class ExchangeRules1790000000009 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE strikes ADD COLUMN accuser_id uuid CONSTRAINT fk_strikes_accuser REFERENCES students;
      UPDATE strikes s SET accuser_id = CASE s.student_id WHEN m.requester_id THEN m.fulfiller_id ELSE m.requester_id END
        FROM matches m WHERE m.id = s.match_id;
      -- an ALTER refuses a table with checks that wait for the commit
      SET CONSTRAINTS ALL IMMEDIATE;
      ALTER TABLE strikes ALTER COLUMN accuser_id SET NOT NULL;
      CREATE INDEX ix_strikes_accuser ON strikes (student_id, accuser_id, created_at);

      ALTER TABLE matches ADD COLUMN cancelled_because text
        CONSTRAINT ck_matches_cancelled_because CHECK (cancelled_because IN ('released', 'no_show', 'left'));
      -- a cancelled match is final; only this migration may add to it
      ALTER TABLE matches DISABLE TRIGGER matches_lifecycle;
      UPDATE matches m SET cancelled_because =
        CASE WHEN EXISTS (SELECT FROM ratings r WHERE r.match_id = m.id AND NOT r.followed_through)
             THEN 'no_show' ELSE 'released' END
       WHERE m.status = 'cancelled';
      SET CONSTRAINTS ALL IMMEDIATE;
      ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_lifecycle;
      ALTER TABLE matches ADD CONSTRAINT ck_matches_cancelled_with_reason
        CHECK ((status = 'cancelled') = (cancelled_because IS NOT NULL));
      -- the requests that a fulfiller released: asked at every accept, and for every listed request
      CREATE INDEX ix_matches_fulfiller_cancelled ON matches (fulfiller_id, request_id) WHERE status = 'cancelled';

      -- whether a requester bought meals lately: asked at every capture
      CREATE INDEX ix_transfers_purchase_account ON ledger.transfers (credit_account_id, created_at)
        WHERE kind = 'purchase';

      -- For a transaction that moves credits of several students, so that it locks their accounts in id order.
      CREATE FUNCTION ledger.lock_accounts(students uuid[]) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        PERFORM FROM ledger.accounts a WHERE a.student_id = ANY (students) ORDER BY a.id FOR NO KEY UPDATE;
      END $$;
      REVOKE ALL ON FUNCTION ledger.lock_accounts FROM PUBLIC;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP FUNCTION ledger.lock_accounts;
      DROP INDEX ledger.ix_transfers_purchase_account;
      DROP INDEX ix_matches_fulfiller_cancelled;
      ALTER TABLE matches DROP COLUMN cancelled_because;
      DROP INDEX ix_strikes_accuser;
      ALTER TABLE strikes DROP COLUMN accuser_id;
    `);
  }
}
