/** SQL: whether this campus has an operator of its own. If not, the operators of all campuses run it. */
export const hasOwnOperator = (campus: string) => `EXISTS (
  SELECT FROM operators own WHERE own.institution = ${campus} AND own.accepted_at IS NOT NULL AND own.revoked_at IS NULL)`;
