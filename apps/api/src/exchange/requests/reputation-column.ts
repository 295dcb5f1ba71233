/** SQL: the reputation of a student, or null. `student` is the alias of their row; a closed account shows none. */
export const reputationOf = (student: string) => `(
  SELECT json_build_object('stars', half_stars / 2.0, 'meals', meals) FROM reputations
   WHERE student_id = ${student}.id AND ${student}.deactivated_at IS NULL)`;
