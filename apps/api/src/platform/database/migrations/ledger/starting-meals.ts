/** Starting meals once per mailbox and phone number. Part of the migration for fair play. */
export const startingMealsTable = `
  -- SHA-256 of what was folded to one form (src/platform/common/starting-meals.ts). Rows outlive the accounts that they are about.
  CREATE TABLE ledger.starting_meals (
    student_id uuid CONSTRAINT pk_starting_meals PRIMARY KEY CONSTRAINT fk_starting_meals_student REFERENCES students,
    mailbox bytea NOT NULL CONSTRAINT uq_starting_meals_mailbox UNIQUE,
    phone bytea NOT NULL CONSTRAINT uq_starting_meals_phone UNIQUE
  );
`;

export const startingMealsRules = `
  CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION '% are append-only', replace(TG_TABLE_NAME, '_', ' ')
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END $$;
  CREATE TRIGGER starting_meals_append_only BEFORE UPDATE OR DELETE ON ledger.starting_meals
    FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
  CREATE TRIGGER starting_meals_append_only_all BEFORE TRUNCATE ON ledger.starting_meals
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

  -- A grant needs its row (apply_transfer); at commit, a row needs its grant.
  CREATE FUNCTION ledger.guard_starting_meals() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM ledger.transfers t
        WHERE t.kind = 'grant' AND t.credit_account_id = ledger.account_of(NEW.student_id, 'available')) THEN
      RAISE EXCEPTION 'starting meals of student % were not granted', NEW.student_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER starting_meals_match_grant AFTER INSERT ON ledger.starting_meals
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_starting_meals();

  ALTER TABLE ledger.starting_meals ENABLE ALWAYS TRIGGER starting_meals_append_only;
  ALTER TABLE ledger.starting_meals ENABLE ALWAYS TRIGGER starting_meals_append_only_all;
  ALTER TABLE ledger.starting_meals ENABLE ALWAYS TRIGGER starting_meals_match_grant;

  -- Returns false, and grants nothing, if this student, mailbox or phone number had starting meals before.
  DROP FUNCTION ledger.grant_credits(uuid, integer);
  CREATE FUNCTION ledger.grant_credits(student uuid, amount integer, mailbox bytea, phone bytea) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO ledger.starting_meals VALUES (student, mailbox, phone) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount)
    VALUES ('grant', 1, ledger.account_of(student, 'available'), amount);
    RETURN true;
  END $$;
`;
