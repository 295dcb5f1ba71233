/** Each "No" `n` with its match, both students, and the strike that it gave the accused. Add `NOT n.followed_through`. */
export const noShowTables = `
  FROM ratings n
    JOIN matches m ON m.id = n.match_id
    JOIN students accuser ON accuser.id = n.rater_id
    JOIN students accused ON accused.id = CASE n.side WHEN 'requester' THEN m.fulfiller_id ELSE m.requester_id END
    LEFT JOIN strikes k ON k.match_id = m.id AND k.student_id = accused.id`;
