import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What operators set for their campus: open requests per student, starting meals, whether meals are on sale, and places to
 * eat. `hold_credit_within` is a new function, since API processes of the version before still call `hold_credit`.
 */
export class CampusLimits1790000000027 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE campuses
        ADD COLUMN open_requests_max integer
          CONSTRAINT ck_campuses_open_requests_max CHECK (open_requests_max BETWEEN 1 AND 50),
        ADD COLUMN starting_meals integer CONSTRAINT ck_campuses_starting_meals CHECK (starting_meals BETWEEN 0 AND 10),
        ADD COLUMN meals_on_sale boolean NOT NULL DEFAULT true,
        ADD COLUMN places text[] NOT NULL DEFAULT '{}' CONSTRAINT ck_campuses_places CHECK (cardinality(places) <= 20);

      -- A hold of a student who may have so many at once; null: any number. Each active or matched request has one hold of
      -- one credit, so the balance of the holds counts them.
      CREATE FUNCTION ledger.hold_credit_within(student uuid, request uuid, open_max integer) RETURNS integer
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        remaining integer := ledger.hold_credit(student, request);
      BEGIN
        -- read after the hold locked the account, so that simultaneous requests are counted one by one
        IF open_max IS NOT NULL
           AND open_max < (SELECT a.balance FROM ledger.accounts a WHERE a.student_id = student AND a.kind = 'held') THEN
          RAISE EXCEPTION 'student % has more than % open requests', student, open_max
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'open_requests_of_campus',
                  DETAIL = open_max::text;
        END IF;
        RETURN remaining;
      END $$;
      REVOKE ALL ON FUNCTION ledger.hold_credit_within FROM PUBLIC`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP FUNCTION ledger.hold_credit_within(uuid, uuid, integer);
      ALTER TABLE campuses DROP COLUMN open_requests_max, DROP COLUMN starting_meals, DROP COLUMN meals_on_sale,
        DROP COLUMN places`);
  }
}
