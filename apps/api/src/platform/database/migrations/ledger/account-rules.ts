/** Who has accounts, and how balances may change. Part of the ledger’s migration. */
export const accountRules = `
  CREATE FUNCTION ledger.open_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO ledger.accounts (student_id, kind, balance)
    VALUES (NEW.id, 'available', 0), (NEW.id, 'held', 0), (NEW.id, 'debt', 0);
    RETURN NULL;
  END $$;
  CREATE TRIGGER students_open_accounts AFTER INSERT ON students
    FOR EACH ROW EXECUTE FUNCTION ledger.open_accounts();

  -- A balance starts at 0 and changes only by the amount of the transfer it names, which must be a later one than the
  -- last. Every transfer is applied the moment it is inserted, so outside that moment no UPDATE can satisfy this: there
  -- is no setting or session state to forge.
  CREATE FUNCTION ledger.guard_account() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      IF NEW.balance <> 0 OR NEW.last_transfer_id IS NOT NULL THEN
        RAISE EXCEPTION 'an account opens empty'
          USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
      END IF;
      RETURN NEW;
    END IF;
    IF (NEW.id, NEW.student_id, NEW.kind) IS DISTINCT FROM (OLD.id, OLD.student_id, OLD.kind)
       OR NOT EXISTS (
         SELECT FROM ledger.transfers t
          WHERE t.id = NEW.last_transfer_id AND t.id > coalesce(OLD.last_transfer_id, 0)
            AND NEW.balance = OLD.balance + CASE OLD.id
                  WHEN t.credit_account_id THEN t.amount
                  WHEN t.debit_account_id THEN -t.amount END) THEN
      RAISE EXCEPTION 'a balance changes only by a transfer'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER accounts_change_by_transfer BEFORE INSERT OR UPDATE ON ledger.accounts
    FOR EACH ROW EXECUTE FUNCTION ledger.guard_account();

  CREATE TRIGGER accounts_stay BEFORE DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION refuse_removal();
  CREATE TRIGGER accounts_stay_all BEFORE TRUNCATE ON ledger.accounts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

  -- ALWAYS: also in a session that set session_replication_role to replica, which silences ordinary triggers.
  ALTER TABLE students ENABLE ALWAYS TRIGGER students_open_accounts;
  ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_change_by_transfer;
  ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_stay;
  ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_stay_all;
`;
