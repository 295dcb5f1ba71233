SELECT m.id FROM matches m JOIN meal_requests r ON r.id = m.request_id
 WHERE m.requester_id <> r.requester_id OR m.fulfiller_id = m.requester_id
