-- The id of a student's account of this kind. Called by most movements.
CREATE OR REPLACE FUNCTION ledger.account_of(student uuid, wanted text) RETURNS bigint
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
  RETURN (SELECT a.id FROM ledger.accounts a WHERE a.student_id = student AND a.kind = wanted);
