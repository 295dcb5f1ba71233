import { fairTransfers } from './fair-transfers.js';

/** `apply_transfer` as the migration for fair play made it. */
const applyTransfer = /CREATE OR REPLACE FUNCTION ledger\.apply_transfer[\s\S]*?END \$\$;/.exec(fairTransfers)![0];

/** Credits that operators give and take. Part of the migration for adjustments. */
export const adjustments = `
  ALTER TABLE ledger.accounts DROP CONSTRAINT ck_accounts_kind, DROP CONSTRAINT ck_accounts_owner,
    ADD CONSTRAINT ck_accounts_kind
      CHECK (kind IN ('available', 'held', 'debt', 'issuance', 'card_sales', 'disputed', 'adjustments')),
    ADD CONSTRAINT ck_accounts_owner
      CHECK ((student_id IS NULL) = (kind IN ('issuance', 'card_sales', 'disputed', 'adjustments')));
  INSERT INTO ledger.accounts (id, kind) OVERRIDING SYSTEM VALUE VALUES (4, 'adjustments');

  ALTER TABLE ledger.transfers
    ADD COLUMN log_id uuid CONSTRAINT fk_transfers_log REFERENCES operator_log,
    DROP CONSTRAINT ck_transfers_kind,
    ADD CONSTRAINT ck_transfers_kind CHECK (
      kind IN ('grant', 'hold', 'capture', 'release', 'purchase', 'reversal', 'repay', 'dispute', 'award', 'adjustment')),
    ADD CONSTRAINT ck_transfers_names_log CHECK ((log_id IS NOT NULL) = (kind = 'adjustment')),
    ADD CONSTRAINT ck_transfers_adjustment CHECK (kind <> 'adjustment' OR amount <= 10);
  -- one line of the log, one adjustment
  CREATE UNIQUE INDEX uq_transfers_adjustment_of_log ON ledger.transfers (log_id) WHERE log_id IS NOT NULL;

  -- Whether a line of the log allows this adjustment: to this student, by an operator of their campus who has moved no more
  -- than 50 credits in 24 hours, this one included. Locks the operator, so that simultaneous ones are counted one by one.
  CREATE FUNCTION ledger.may_adjust(adjusting ledger.transfers, debit ledger.accounts, credit ledger.accounts)
    RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    adjuster uuid;
  BEGIN
    IF (debit.kind, credit.kind) NOT IN (('adjustments', 'available'), ('available', 'adjustments')) THEN
      RETURN false;
    END IF;
    SELECT o.id INTO adjuster
      FROM public.operator_log l
      JOIN public.operators o ON o.id = l.operator_id
      JOIN public.students s ON s.id = l.student_id
     WHERE l.id = adjusting.log_id AND l.action = 'adjust' AND s.id = coalesce(debit.student_id, credit.student_id)
       AND (o.institution IS NULL OR o.institution = s.institution)
       FOR NO KEY UPDATE OF o;
    IF adjuster IS NULL THEN RETURN false; END IF;
    IF 50 < (SELECT sum(t.amount) FROM ledger.transfers t JOIN public.operator_log l ON l.id = t.log_id
              WHERE l.operator_id = adjuster AND t.created_at > clock_timestamp() - interval '24 hours') THEN
      RAISE EXCEPTION 'operator % adjusted more than 50 credits in 24 hours', adjuster
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'adjustments_per_day';
    END IF;
    RETURN true;
  END $$;

  ${applyTransfer.replace(
    "      WHEN 'hold' THEN",
    "      WHEN 'adjustment' THEN\n        allowed := ledger.may_adjust(NEW, debit, credit);\n      WHEN 'hold' THEN",
  )}

  -- Gives credits to a student, or takes some of those that they have, where the amount is negative.
  CREATE FUNCTION ledger.adjust_credits(line uuid, student uuid, amount integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    available bigint := ledger.account_of(student, 'available');
  BEGIN
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, log_id)
    VALUES ('adjustment', CASE WHEN amount > 0 THEN 4 ELSE available END, CASE WHEN amount > 0 THEN available ELSE 4 END,
            abs(amount), line);
    RETURN (SELECT a.balance FROM ledger.accounts a WHERE a.id = available);
  END $$;
  REVOKE ALL ON FUNCTION ledger.may_adjust, ledger.adjust_credits FROM PUBLIC;
`;

/** Everything as it was before. */
export const formerTransfers = `
  ${applyTransfer}
  DROP FUNCTION ledger.adjust_credits, ledger.may_adjust;
  DROP INDEX ledger.uq_transfers_adjustment_of_log;
  ALTER TABLE ledger.transfers DROP COLUMN log_id,
    DROP CONSTRAINT ck_transfers_kind, DROP CONSTRAINT ck_transfers_adjustment,
    ADD CONSTRAINT ck_transfers_kind CHECK (
      kind IN ('grant', 'hold', 'capture', 'release', 'purchase', 'reversal', 'repay', 'dispute', 'award'));
  ALTER TABLE ledger.accounts DISABLE TRIGGER accounts_stay;
  DELETE FROM ledger.accounts WHERE kind = 'adjustments';
  ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_stay;
  ALTER TABLE ledger.accounts DROP CONSTRAINT ck_accounts_kind, DROP CONSTRAINT ck_accounts_owner,
    ADD CONSTRAINT ck_accounts_kind CHECK (kind IN ('available', 'held', 'debt', 'issuance', 'card_sales', 'disputed')),
    ADD CONSTRAINT ck_accounts_owner CHECK ((student_id IS NULL) = (kind IN ('issuance', 'card_sales', 'disputed')));
`;
