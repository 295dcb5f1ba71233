/** SQL: whether somebody runs this campus alone. A campus without an operator of its own is left to those of all campuses. */
export const hasOwnOperator = (campus: string) => `EXISTS (
  SELECT FROM operators own WHERE own.institution = ${campus} AND own.accepted_at IS NOT NULL AND own.revoked_at IS NULL)`;
