import { startingMealKeys } from './starting-meals.js';

const keysOf = (email: string, phoneNumber: string) => {
  const { mailbox, phone } = startingMealKeys({ email, phoneNumber });
  return { mailbox: mailbox.toString('hex'), phone: phone.toString('hex') };
};
const mailbox = (email: string) => keysOf(email, '+1 555 010 0100').mailbox;
const phone = (phoneNumber: string) => keysOf('ada@cs.stanford.edu', phoneNumber).phone;

it.each(['Ada@cs.stanford.edu', 'ada+2@cs.stanford.edu', 'ada+a+b@CS.Stanford.EDU', 'ada+@cs.stanford.edu'])(
  'recognizes the mailbox of ada@cs.stanford.edu in %s',
  (email) => {
    expect(mailbox(email)).toBe(mailbox('ada@cs.stanford.edu'));
  },
);

it.each(['ada2@cs.stanford.edu', 'ada@stanford.edu', 'a.da@cs.stanford.edu'])(
  'treats %s as another mailbox than ada@cs.stanford.edu',
  (email) => {
    expect(mailbox(email)).not.toBe(mailbox('ada@cs.stanford.edu'));
  },
);

it.each(['650 253 0000', '(650) 253-0000', '+1 650-253-0000', '1 650 253 0000', '+16502530000', '6502530000 ext. 7'])(
  'recognizes the phone number +1 650 253 0000 in %s',
  (phoneNumber) => {
    expect(phone(phoneNumber)).toBe(phone('+1 650 253 0000'));
  },
);

it('keeps numbers of other countries apart, however they are written', () => {
  expect(phone('+44 (0)20 7946 0958')).toBe(phone('+44 20 7946 0958'));
  expect(phone('+44 20 7946 0958')).not.toBe(phone('20 7946 0958'));
});

it('compares the digits of a text that is not a phone number', () => {
  expect(phone('0')).toBe(phone('(0)'));
  expect(phone('0')).not.toBe(phone('1'));
});
