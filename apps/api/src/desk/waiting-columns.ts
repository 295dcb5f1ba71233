/**
 * How much waits for an operator: open reports, contested strikes and disputes. `on` makes a condition of the column that holds
 * a campus. A report belongs to the campuses of both sides.
 */
export const waitingColumns = (on: (campus: string) => string) => `
  (SELECT count(*)::int FROM reports p
     LEFT JOIN matches m ON m.id = p.match_id
     JOIN meal_requests r ON r.id = coalesce(p.request_id, m.request_id)
     JOIN students requester ON requester.id = r.requester_id
     JOIN students other ON other.id = coalesce(m.fulfiller_id, p.reporter_id)
    WHERE p.state = 'open' AND (${on('requester.institution')} OR ${on('other.institution')})) AS reports,
  (SELECT count(*)::int FROM strikes k JOIN students s ON s.id = k.student_id
    WHERE k.contested_at IS NOT NULL AND k.contest_decided_at IS NULL AND ${on('s.institution')}) AS contests,
  (SELECT count(*)::int FROM ledger.disputes d JOIN matches m ON m.id = d.match_id
     JOIN meal_requests r ON r.id = m.request_id
    WHERE d.awarded_to IS NULL AND ${on('r.institution')}) AS disputes`;
