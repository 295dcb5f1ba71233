SELECT id, match_id FROM ledger.transfers WHERE kind = 'reversal' AND match_id IS NOT NULL
