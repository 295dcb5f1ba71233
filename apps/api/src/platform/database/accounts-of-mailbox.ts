/** SQL: the ids of all accounts of a student's mailbox, who count as one person (docs/decisions/0015-fair-play.md). */
export const accountsOf = (student: string) => `ARRAY(
  SELECT same.id FROM students one JOIN students same USING (mailbox) WHERE one.id = ${student})`;
