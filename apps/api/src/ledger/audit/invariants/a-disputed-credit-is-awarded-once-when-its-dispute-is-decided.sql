SELECT d.match_id, d.awarded_to, count(award.id) AS awards
  FROM ledger.disputes d
  JOIN ledger.transfers taken ON taken.id = d.taken_id AND taken.kind = 'dispute'
  LEFT JOIN ledger.transfers award ON award.match_id = d.match_id AND award.kind = 'award'
 GROUP BY d.match_id
HAVING count(award.id) <> (d.awarded_to IS NOT NULL)::int
