-- The credits of a purchase or reversal that no later reversal undid. Called by reverse_purchase and restore_purchase.
CREATE OR REPLACE FUNCTION ledger.left_of(origin ledger.transfers) RETURNS integer
  LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp
  RETURN (origin.amount
          - (SELECT coalesce(sum(t.amount), 0) FROM ledger.transfers t WHERE t.reverses_id = origin.id))::integer;
