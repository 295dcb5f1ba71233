-- Whether a line of the log allows this adjustment: to this student, by an operator of their campus who has moved no
-- more than 50 credits in 24 hours, this one included. Locks the operator, so that simultaneous ones are counted one by
-- one. Called by apply_transfer.
CREATE OR REPLACE FUNCTION ledger.may_adjust(adjusting ledger.transfers, debit ledger.accounts, credit ledger.accounts)
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
