/**
 * SQL: whether another account of a student's mailbox has a debt, or claims that its next credits pay; `student` is the alias of
 * their row. What an account owes stays with the person, so nobody can leave it behind and go on with a second account.
 */
export const isOwedElsewhere = (student: string) => `EXISTS (
  SELECT FROM students other WHERE other.mailbox = ${student}.mailbox AND other.id <> ${student}.id AND owes(other.id))`;
