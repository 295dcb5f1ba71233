/**
 * How match `m` stands or ended, for operators. An operator who voids a completed exchange leaves a dispute that is awarded
 * at once; nobody disputed it, so it shows as voided only.
 */
export const exchangeStateColumns = `
  m.status, void."isVoided", m.cancelled_because AS "cancelledBecause",
  CASE WHEN dispute.match_id IS NOT NULL AND NOT void."isVoided" THEN coalesce(dispute.awarded_to, 'open') END AS dispute`;

export const exchangeStateJoins = `
  LEFT JOIN ledger.disputes dispute ON dispute.match_id = m.id
  CROSS JOIN LATERAL (
    SELECT EXISTS (SELECT FROM operator_log WHERE match_id = m.id AND action = 'void') AS "isVoided") void`;
