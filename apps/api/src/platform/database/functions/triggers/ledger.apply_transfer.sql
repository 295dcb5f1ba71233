-- The rules of the ledger: which kind may move credits between which accounts, who is paid, and that a debtor pays
-- first. The only place that changes balances. Runs after the insert, so that a row which ON CONFLICT skips moves
-- nothing.
CREATE OR REPLACE FUNCTION ledger.apply_transfer() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  debit ledger.accounts;
  credit ledger.accounts;
  origin ledger.transfers;
  allowed boolean;
BEGIN
  SELECT * INTO debit FROM ledger.accounts WHERE id = NEW.debit_account_id;
  SELECT * INTO credit FROM ledger.accounts WHERE id = NEW.credit_account_id;

  CASE NEW.kind
    WHEN 'grant' THEN
      allowed := debit.kind = 'issuance' AND credit.kind = 'available'
        AND EXISTS (SELECT FROM ledger.starting_meals s WHERE s.student_id = credit.student_id);
    WHEN 'purchase' THEN
      allowed := debit.kind = 'card_sales' AND credit.kind = 'available';
    WHEN 'dispute', 'award' THEN
      allowed := ledger.may_settle(NEW, debit, credit);
    WHEN 'repay' THEN
      allowed := CASE WHEN NEW.match_id IS NOT NULL THEN ledger.may_settle(NEW, debit, credit)
        ELSE debit.kind = 'available' AND credit.kind = 'debt' AND debit.student_id = credit.student_id END;
    WHEN 'adjustment' THEN
      allowed := ledger.may_adjust(NEW, debit, credit);
    WHEN 'hold' THEN
      allowed := debit.kind = 'available' AND credit.kind = 'held' AND debit.student_id = credit.student_id
        AND debit.student_id = (SELECT r.requester_id FROM public.meal_requests r WHERE r.id = NEW.request_id);
    WHEN 'release' THEN
      SELECT * INTO origin FROM ledger.transfers WHERE id = NEW.hold_id;
      allowed := origin.kind = 'hold' AND origin.request_id = NEW.request_id
        AND debit.id = origin.credit_account_id AND credit.id = origin.debit_account_id
        AND EXISTS (SELECT FROM public.meal_requests r
              WHERE r.id = NEW.request_id AND r.status IN ('cancelled', 'expired'));
    WHEN 'capture' THEN
      SELECT * INTO origin FROM ledger.transfers WHERE id = NEW.hold_id;
      allowed := origin.kind = 'hold' AND origin.request_id = NEW.request_id
        AND debit.id = origin.credit_account_id AND credit.kind = 'available'
        AND credit.student_id = (SELECT m.fulfiller_id FROM public.matches m
              WHERE m.id = NEW.match_id AND m.request_id = NEW.request_id AND m.status = 'completed');
    WHEN 'reversal' THEN
      SELECT * INTO origin FROM ledger.transfers WHERE id = NEW.reverses_id;
      -- Only of purchases: from what the buyer has, then from what they will have, and never more than it was. What was
      -- taken back may be given back, and taken again: each is a reversal of the one before.
      allowed := NEW.order_id = origin.order_id
        AND CASE WHEN debit.kind = 'card_sales' THEN
              debit.id = origin.credit_account_id AND credit.kind = 'available' AND credit.student_id = (
                SELECT a.student_id FROM ledger.accounts a WHERE a.id = origin.debit_account_id)
            ELSE
              debit.student_id = (SELECT a.student_id FROM ledger.accounts a WHERE a.id = origin.credit_account_id)
              AND (debit.kind = 'available' OR debit.kind = 'debt' AND 0 = (
                SELECT a.balance FROM ledger.accounts a
                 WHERE a.student_id = debit.student_id AND a.kind = 'available'))
              AND credit.kind = 'card_sales'
            END
        AND origin.amount >= (SELECT sum(t.amount) FROM ledger.transfers t WHERE t.reverses_id = origin.id);
  END CASE;
  IF allowed IS NOT TRUE THEN
    RAISE EXCEPTION 'a % may not move credits from account % to account %',
        NEW.kind, NEW.debit_account_id, NEW.credit_account_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;

  UPDATE ledger.accounts a
     SET balance = a.balance + CASE a.id WHEN NEW.credit_account_id THEN NEW.amount ELSE -NEW.amount END,
         last_transfer_id = NEW.id
   WHERE a.id IN (NEW.debit_account_id, NEW.credit_account_id) AND a.student_id IS NOT NULL;

  IF NEW.kind IN ('dispute', 'repay') THEN
    UPDATE ledger.disputes SET taken_id = NEW.id WHERE match_id = NEW.match_id;
  END IF;
  IF credit.kind = 'available' AND NEW.kind <> 'repay' THEN
    PERFORM ledger.pay_debts(credit, NEW.amount, NEW.match_id);
  END IF;
  RETURN NULL;
END $$;
