/** SQL: nobody disputed a completed match, or the dispute went to the fulfiller. */
export const happened = (matchId: string) => `NOT EXISTS (
  SELECT FROM ledger.disputes d WHERE d.match_id = ${matchId} AND d.awarded_to IS DISTINCT FROM 'fulfiller')`;
