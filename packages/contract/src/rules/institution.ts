/** The campus of an e-mail address: the domain without `.edu`, with spaces for dots ("ada@cs.stanford.edu" → "cs stanford"; spec §2). */
export function institutionFromEmail(email: string): string {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return domain.replace(/\.edu$/, '').replaceAll('.', ' ');
}
