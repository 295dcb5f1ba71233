import { createHash } from 'node:crypto';
import { closedAddress, mailboxMark } from './mailbox.js';

const ADA = 'ada@cs.stanford.edu';
const mark = (email: string, key = 'a key') => mailboxMark(email, key).toString('hex');

it.each(['Ada@cs.stanford.edu', 'ada+2@cs.stanford.edu', 'ada+a+b@CS.Stanford.EDU', 'ada+@cs.stanford.edu'])(
  'recognizes the mailbox of ada@cs.stanford.edu in %s',
  (email) => {
    expect(mark(email)).toBe(mark(ADA));
  },
);

it.each(['ada2@cs.stanford.edu', 'ada@stanford.edu', 'a.da@cs.stanford.edu'])(
  'treats %s as another mailbox than ada@cs.stanford.edu',
  (email) => {
    expect(mark(email)).not.toBe(mark(ADA));
  },
);

it('cannot be found by trying addresses without the key', () => {
  expect(mark(ADA)).not.toBe(mark(ADA, 'another key'));
  const hash = createHash('sha256').update(ADA).digest('hex');
  expect(mark(ADA)).not.toBe(hash);
  expect(closedAddress(ADA, 'a key')).not.toBe(closedAddress(ADA, 'another key'));
  expect(closedAddress(ADA, 'a key')).not.toContain(hash);
});
