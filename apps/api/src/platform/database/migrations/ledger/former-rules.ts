/** Between the former rules and disputes. Part of the migration for fair play. */
export const formerReversals = `
  -- Each capture that was taken back: a dispute that the requester won. Where the fulfiller had spent the credit, it became
  -- a debt. What is left of that debt becomes claims, newest first; their requesters have the credit already.
  INSERT INTO ledger.disputes
    (match_id, debtor_account_id, opened_at, taken_id, awarded_to, decided_at, decided_by, advanced)
  SELECT match_id, debtor_account_id, created_at, CASE WHEN NOT unpaid THEN id END,
         'requester', created_at, 'former rules', unpaid
    FROM (
      SELECT reversal.id, reversal.match_id, reversal.created_at, capture.credit_account_id AS debtor_account_id,
             debit.kind = 'debt' AND -debit.balance >= row_number() OVER (
               PARTITION BY debit.id ORDER BY reversal.id DESC) AS unpaid
        FROM ledger.transfers reversal
        JOIN ledger.transfers capture ON capture.id = reversal.reverses_id
        JOIN ledger.accounts debit ON debit.id = reversal.debit_account_id
       WHERE reversal.kind = 'reversal' AND reversal.match_id IS NOT NULL) former;
`;

/**
 * Lifts the debts that became claims. No later transfer may do that, so their balances move here, by hand. The guard of
 * balances stays on and compares each with its transfer.
 */
export const liftedDebts = `
  ALTER TABLE ledger.transfers DISABLE TRIGGER transfers_apply;
  DO $$
  DECLARE
    claim record;
    lifted bigint;
  BEGIN
    FOR claim IN
      SELECT d.match_id, m.request_id, ledger.account_of(m.fulfiller_id, 'debt') AS debt
        FROM ledger.disputes d JOIN matches m ON m.id = d.match_id WHERE d.advanced ORDER BY d.opened_at LOOP
      INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, match_id)
      VALUES ('award', 1, claim.debt, 1, claim.request_id, claim.match_id) RETURNING id INTO lifted;
      UPDATE ledger.accounts SET balance = balance + 1, last_transfer_id = lifted WHERE id = claim.debt;
    END LOOP;
  END $$;
  ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_apply;
`;

/** Tables as they were before disputes. */
export const tablesOfFormerRules = `
  ALTER TABLE ledger.accounts DISABLE TRIGGER accounts_stay;
  DELETE FROM ledger.accounts WHERE kind = 'disputed';
  ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_stay;
  ALTER TABLE ledger.accounts DROP CONSTRAINT ck_accounts_kind, DROP CONSTRAINT ck_accounts_owner,
    ADD CONSTRAINT ck_accounts_kind CHECK (kind IN ('available', 'held', 'debt', 'issuance', 'card_sales')),
    ADD CONSTRAINT ck_accounts_owner CHECK ((student_id IS NULL) = (kind IN ('issuance', 'card_sales')));

  DROP INDEX ledger.uq_transfers_taking_of_match, ledger.uq_transfers_award_of_match;
  ALTER TABLE ledger.transfers
    DROP CONSTRAINT ck_transfers_kind, DROP CONSTRAINT ck_transfers_amount,
    DROP CONSTRAINT ck_transfers_names_request, DROP CONSTRAINT ck_transfers_names_match,
    ADD CONSTRAINT ck_transfers_kind
      CHECK (kind IN ('grant', 'hold', 'capture', 'release', 'purchase', 'reversal', 'repay')),
    ADD CONSTRAINT ck_transfers_amount CHECK (amount > 0 AND (kind NOT IN ('hold', 'capture', 'release') OR amount = 1)),
    ADD CONSTRAINT ck_transfers_names_request CHECK (
      (request_id IS NOT NULL) = (kind IN ('hold', 'capture', 'release') OR kind = 'reversal' AND match_id IS NOT NULL)),
    ADD CONSTRAINT ck_transfers_names_match CHECK (CASE kind
      WHEN 'capture' THEN match_id IS NOT NULL
      WHEN 'reversal' THEN (match_id IS NULL) <> (order_id IS NULL)
      ELSE match_id IS NULL END);
`;
