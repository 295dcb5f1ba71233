import { institutionFromEmail } from './institution.js';

it.each([
  ['ada@stanford.edu', 'stanford'],
  ['ada@cs.stanford.edu', 'cs stanford'],
  ['Ada@Mail.MIT.EDU', 'mail mit'],
  ['ada@edu.edu', 'edu'],
  ['', ''],
])('reads the campus of %s as "%s" [spec §2.23]', (email, campus) => {
  expect(institutionFromEmail(email)).toBe(campus);
});
