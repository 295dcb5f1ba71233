/** The campus of an address: its domain without `.edu`, dots as spaces ("ada@cs.stanford.edu" → "cs stanford"; spec §2). */
export function institutionFromEmail(email: string): string {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return domain.replace(/\.edu$/, '').replaceAll('.', ' ');
}
