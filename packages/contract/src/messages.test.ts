import type { z } from 'zod';
import { login, register, resetPassword } from './auth.js';
import { contract } from './contract.js';
import { operatorLogin } from './desk/operators.js';
import { acceptRequest } from './matches.js';
import { rateMatch } from './ratings.js';
import { updateProfile } from './users.js';
import { countedLength } from './rules/visible-text.js';
import { browseQuery, createRequest, createRequestForm } from './requests.js';

/** The first message per field, as a form shows them. */
function problems(schema: z.ZodType, input: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

const ada = { name: 'Ada', email: 'ada@cs.mit.edu', phoneNumber: '+1 617 555-0100', password: 'Secret1' };
const lunch = {
  mealPeriod: 'lunch',
  mealDescription: 'Tacos',
  location: 'North Hall',
  deadline: '2026-03-10T14:00:00Z',
};
const longer = (length: number) => 'x'.repeat(length + 1);

describe('log in', () => {
  it('asks for both fields [spec §5.2]', () => {
    expect(problems(login, {})).toEqual({ email: 'Email is required', password: 'Password is required' });
    expect(problems(login, { email: '  ', password: '' })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
  });

  it.each([
    'ada@mit.com',
    'ada',
    'ada@.edu',
    '@mit.edu',
    'a b@mit.edu',
    'ada@mit.edu.com',
    'ada@mit.edu\u0000',
    'ada@-mit.edu',
    'ada@mit-.edu',
    'ada@mit..edu',
    `ada@${'m'.repeat(64)}.edu`,
    'a..b@mit.edu',
    '.ada@mit.edu',
    'ada.@mit.edu',
    `${'a'.repeat(65)}@mit.edu`,
    `ada@${'m.'.repeat(125)}edu`,
    '"ada b"@mit.edu',
    'ada@[127.0.0.1].edu',
    'adä@mit.edu',
    'ada@mít.edu',
  ])('refuses %j as an address [spec §1.1]', (email) => {
    expect(problems(login, { email, password: 'x' })).toEqual({ email: 'Please enter a valid .edu email address' });
  });

  it.each([
    "o'brien+meals_1@cs.mit.edu",
    '!#$%&*/=?^`{|}~-@mit.edu',
    `${'a'.repeat(64)}@${'m'.repeat(63)}.${'i'.repeat(63)}.${'t'.repeat(57)}.edu`,
    'ada@x--1.9.edu',
  ])('accepts the address %s', (email) => {
    expect(login.parse({ email, password: 'x' }).email).toBe(email);
  });

  it('accepts an address in any case and trims it', () => {
    expect(login.parse({ email: ' Ada@CS.MIT.EDU ', password: 'x' }).email).toBe('ada@cs.mit.edu');
  });
});

describe('log in of an operator', () => {
  const enter = { password: 'x', code: '123456' };

  it.each(['ida', 'a..b@state.edu', '.ida@state.com', `${'a'.repeat(65)}@state.edu`, 'ida@-state.org', 'ida@state'])(
    'refuses %j as an address',
    (email) => {
      expect(problems(operatorLogin, { ...enter, email })).toEqual({ email: 'Please enter an email address' });
    },
  );

  it.each(["o'brien+desk@state.edu", 'ida@dining.example.com'])('accepts the address %s', (email) => {
    expect(operatorLogin.parse({ ...enter, email }).email).toBe(email);
  });
});

describe('register', () => {
  it('asks for every field [spec §5.3]', () => {
    expect(problems(register, {})).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      phoneNumber: 'Phone number is required',
      password: 'Password is required',
    });
  });

  it.each([
    [{ name: 'A' }, { name: 'Name must be at least 2 characters' }],
    [{ name: ' A ' }, { name: 'Name must be at least 2 characters' }],
    [{ name: longer(50) }, { name: 'Name cannot be more than 50 characters' }],
    [{ name: 'Ada\u0007' }, { name: 'Please use plain text only' }],
    [{ name: 'Ada\nBcc: all' }, { name: 'Please use plain text only' }],
    [{ name: 'Ada\u2028Bcc: all' }, { name: 'Please use plain text only' }],
    [{ phoneNumber: '0123456789' }, { phoneNumber: 'Please enter a valid phone number' }],
    [{ phoneNumber: '1234567' }, { phoneNumber: 'Please enter a valid phone number' }],
    [{ phoneNumber: '12345678901234567' }, { phoneNumber: 'Please enter a valid phone number' }],
    [{ phoneNumber: '++12345678' }, { phoneNumber: 'Please enter a valid phone number' }],
    [{ password: 'Abc12' }, { password: 'Password must be at least 6 characters' }],
    [
      { password: 'abcdef1' },
      { password: 'Password must contain at least one uppercase letter, one lowercase letter, and one number' },
    ],
    [
      { password: 'ABCDEF1' },
      { password: 'Password must contain at least one uppercase letter, one lowercase letter, and one number' },
    ],
    [
      { password: 'Abcdefg' },
      { password: 'Password must contain at least one uppercase letter, one lowercase letter, and one number' },
    ],
    [{ password: `Aa1${longer(128)}` }, { password: 'Password cannot be more than 128 characters' }],
    [{ rolePreference: 'chef' }, { rolePreference: 'Please choose a role preference' }],
  ])('says what is wrong with %j [spec §5.3 §5.4 §9.8]', (change, expected) => {
    expect(problems(register, { ...ada, ...change })).toEqual(expected);
  });

  it.each(['12345678', '1234567890123456', '+1234567890123456', '+1 (617) 555-0100'])(
    'takes %s as a phone number [spec §5.4 §9.8]',
    (phoneNumber) => {
      expect(register.parse({ ...ada, phoneNumber }).phoneNumber).toBe(phoneNumber);
    },
  );

  it('prefers both roles by default, and drops unknown fields [spec §5.5]', () => {
    expect(register.parse({ ...ada, credits: 99 })).toEqual({ ...ada, rolePreference: 'both' });
  });

  it.each([
    'Zoë O’Brien-Łukasz 李',
    'محمد رضا‌پور', // a zero-width non-joiner, as Persian is written
    'യദു കൃഷ്ണന്‍', // ends in a joiner, as Malayalam may
    'ශ්‍රීමාලි', // a joiner inside a cluster
    'דוד בן־גוריון',
    '葛󠄀城', // a variation selector chooses a variant of the character
    'می‌خواهم پَ‌ر',
    'ক্‌ষ র‍্য',
    'ကျော် ကြွေး', // up to four marks on a letter, of which one stands above it
    'Nguyễn Thị Hằng',
    'צ׳רלי ז״ל',
    'Gal·la Puig',
    "D'Arcy ‘Sam’ St. John-Smith, Jr. (J.R.R.)",
  ])('lets a name keep the letters of any language: %s', (name) => {
    expect(register.parse({ ...ada, name }).name).toBe(name);
  });

  it.each([
    ['Sam\u200b \u202eLee\u202c', 'Sam Lee'],
    ['\u2066Sam\u2069 \u200fLee\u200e\u061c', 'Sam Lee'],
    ['\ufeffSam\u00ad\u2060 L\u3164ee', 'Sam Lee'],
    ['\u200dSam \u200c\u200dLee', 'Sam Lee'],
    ['Sam\u{e0041}\u{e007f}', 'Sam'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['a' + '\u200d'.repeat(48) + 'b', 'ab'],
    ['ab\u200d', 'ab'],
    ['a\u200db\ufe0f', 'ab'],
    ['e\u0301\u200da', '\u00e9a'],
    ['\u0645\u200c\u200c\u200c\u0646', '\u0645\u200c\u0646'],
    ['\u0645\u0646\u200c', '\u0645\u0646'],
    ['\u845b\u{e0100}\u{e0101}\u{e0100}\u57ce', '\u845b\u{e0100}\u57ce'],
    ['Sam Lee 3rd', 'Sam Lee 3rd'],
  ])('removes invisible characters from the name %j, and normalises it [asvs V2.2b]', (name, seen) => {
    expect(register.parse({ ...ada, name }).name).toBe(seen);
  });

  it.each([
    'SpareSwipe: call 555',
    'Sam@home',
    '<b>Sam</b>',
    'Sam 🎉',
    'Sam/Lee',
    '--',
    '(.)',
    '\u0301\u0301',
    'Sam \u0301',
  ])('refuses the name %j, which has more than letters, digits and what stands between them', (name) => {
    const message = 'Please use only letters, digits, spaces, hyphens, apostrophes, dots, commas and brackets';
    expect(problems(register, { ...ada, name })).toEqual({ name: message });
  });

  it.each([
    'Win at 10.2.3.4',
    'evil.com',
    'Log in at www.evil.example',
    'x.co',
    'Sam (pay.me)',
    'bücher.de',
    'Sam.Lee',
  ])('refuses the name %j, which may become a link', (name) => {
    const message = 'A name cannot have a web address: please put a space after a dot';
    expect(problems(register, { ...ada, name })).toEqual({ name: message });
  });

  it.each(['SpareSwipe Support', 'Spare-Swipe', 'SPARESWIPE', '\u{1d412}pareSwipe', 'Spáreswípe'])(
    'refuses the name %j, which contains ours',
    (name) => {
      const message = 'A name cannot contain “SpareSwipe”';
      expect(problems(register, { ...ada, name })).toEqual({ name: message });
    },
  );

  it.each(['Sam\u0301\u0302\u0303', `Sa${'\u0301'.repeat(40)}m`, `\u0e01${'\u0e49'.repeat(3)}`])(
    'refuses the name %j with marks piled up on a letter',
    (name) => {
      expect(problems(register, { ...ada, name })).toEqual({ name: 'Please use at most two accents on a letter' });
    },
  );

  it.each(['\u200b\u200b', '\u3164\u3164', '\u202e \u200f', '\u200d\u200d', '\u2800\u2800', '\ufe0f\ufe0f'])(
    'asks for a name when only invisible characters are given: %j',
    (name) => {
      expect(problems(register, { ...ada, name })).toEqual({ name: 'Name is required' });
    },
  );

  it('counts only the visible characters of a name', () => {
    for (const name of ['A\u200b', 'A\u200d', 'A\ufe0f', '\u674e\u200d'])
      expect(problems(register, { ...ada, name })).toEqual({ name: 'Name must be at least 2 characters' });
    expect(register.parse({ ...ada, name: `${'e\u0301'.repeat(50)}\u200b` }).name).toBe('é'.repeat(50));
  });

  it('accepts a phone number between direction marks, as address books copy it', () => {
    const phoneNumber = '\u202a+1 617 555-0100\u202c';
    expect(register.parse({ ...ada, phoneNumber }).phoneNumber).toBe('+1 617 555-0100');
  });
});

describe('profile', () => {
  it.each([
    [{ name: '' }, 'Name is required'],
    [{ name: 'A' }, 'Name must be at least 2 characters'],
    [{ name: longer(50) }, 'Name cannot exceed 50 characters'],
  ])('says what is wrong with %j', (input, name) => {
    expect(problems(updateProfile, input)).toEqual({ name });
  });
});

describe('password reset', () => {
  it('applies the password rules of registration', () => {
    expect(problems(resetPassword, { token: 'x', password: 'short' })).toEqual({
      password: 'Password must be at least 6 characters',
    });
  });
});

describe('create request', () => {
  it('asks for every required field [spec §5.7]', () => {
    expect(problems(createRequest, {})).toEqual({
      mealPeriod: 'Meal period is required',
      mealDescription: 'Please specify what food you want',
      location: 'Store is required',
      deadline: 'Date is required',
    });
  });

  it.each([
    [{ mealPeriod: 'brunch' }, { mealPeriod: 'Meal period is required' }],
    [{ mealDescription: '   ' }, { mealDescription: 'Please specify what food you want' }],
    [{ mealDescription: longer(150) }, { mealDescription: 'Food description cannot be more than 150 characters' }],
    [{ location: '' }, { location: 'Store is required' }],
    [{ location: longer(100) }, { location: 'Store name cannot be more than 100 characters' }],
    [{ description: longer(500) }, { description: 'Description cannot be more than 500 characters' }],
    [{ description: 'a\u0000b' }, { description: 'Please use plain text only' }],
    [{ mealDescription: '\ud800' }, { mealDescription: 'Please use plain text only' }],
    [{ deadline: 'tomorrow' }, { deadline: 'Date is required' }],
    [{ deadline: '2026-02-30T12:00:00Z' }, { deadline: 'Date is required' }],
    [{ urgency: 'now' }, { urgency: 'Please choose an urgency' }],
    [{ isFlexible: 'yes' }, { isFlexible: 'Please say whether the timing is flexible' }],
  ])('says what is wrong with %j', (change, expected) => {
    expect(problems(createRequest, { ...lunch, ...change })).toEqual(expected);
  });

  it('fills in the defaults and drops a blank description [spec §5.6]', () => {
    expect(createRequest.parse({ ...lunch, description: ' ' })).toEqual({
      ...lunch,
      description: undefined,
      urgency: 'medium',
      isFlexible: true,
    });
  });

  it('keeps 30 marks on a letter, so that no text takes the square of its length to normalise', () => {
    expect(countedLength('a' + '\u0316'.repeat(16_000))).toBe(31);
    // an invisible character does not begin another pile
    expect(countedLength('a' + '\u0316\u2060'.repeat(8000))).toBe(31);
  });

  it('removes invisible characters and direction overrides from every text', () => {
    const hidden = {
      mealDescription: 'Tacos\u202e5\u202c',
      location: '\u2067Hall\u200b',
      description: 'a\n\u2066b\u2069',
    };
    expect(createRequest.parse({ ...lunch, ...hidden })).toMatchObject({
      mealDescription: 'Tacos5',
      location: 'Hall',
      description: 'a\nb',
    });
    expect(problems(createRequest, { ...lunch, location: '\u202e\u2800' })).toEqual({ location: 'Store is required' });
  });

  it.each([
    ['Soup 👩🏽‍❤️‍💋‍👨🏿 🏳️‍🌈 🏴‍☠️ 1️⃣', 'Soup 👩🏽‍❤️‍💋‍👨🏿 🏳️‍🌈 🏴‍☠️ 1️⃣'],
    ['Soup 👩‍🍳 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'Soup 👩‍🍳 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿'], // emoji have joiners too, and flags are spelled in tags
    ['Soup1\ufe0f', 'Soup1'],
    ['Soup \u{1f3f4}' + '\u{e0061}'.repeat(40), 'Soup \u{1f3f4}'],
  ])('keeps the invisible characters of emoji in %j, and no others', (mealDescription, seen) => {
    expect(createRequest.parse({ ...lunch, mealDescription }).mealDescription).toBe(seen);
  });

  it('accepts texts of exactly the maximum length, and details of several lines [spec §5.8 §9.8]', () => {
    const longest = {
      mealDescription: 'x'.repeat(150),
      location: 'y'.repeat(100),
      description: `a\n${'z'.repeat(498)}`,
    };
    expect(createRequest.parse({ ...lunch, ...longest })).toMatchObject(longest);
  });

  const form = createRequestForm(() => new Date(2026, 2, 10, 12, 0));

  it('asks the form for a date and a time [spec §5.9]', () => {
    expect(problems(form, { ...lunch, date: '', time: '' })).toEqual({
      date: 'Date is required',
      time: 'Time is required',
    });
  });

  it('reports a bad time together with the other problems', () => {
    expect(problems(form, { ...lunch, location: '', date: '2026-03-10', time: '12:10' })).toEqual({
      location: 'Store is required',
      time: 'Deadline must be at least 30 minutes from now',
    });
  });
});

describe('rating', () => {
  it.each([0, 6, 2.5, '5', undefined])(
    'refuses the score %j of somebody who followed through [spec §5.15]',
    (score) => {
      expect(problems(rateMatch, { score, followedThrough: true })).toEqual({
        score: 'Please choose a rating from 1 to 5',
      });
    },
  );

  it('needs no score when the other side did not follow through', () => {
    expect(problems(rateMatch, { followedThrough: false })).toEqual({});
  });

  it('trims the comment before it counts 300 characters [spec §5.15]', () => {
    expect(rateMatch.parse({ score: 5, comment: ` ${'x'.repeat(300)} `, followedThrough: true }).comment).toHaveLength(
      300,
    );
    expect(problems(rateMatch, { score: 5, comment: longer(300), followedThrough: true })).toEqual({
      comment: 'Comment cannot be more than 300 characters',
    });
  });

  it.each(['\u{1f355}', 'e\u0301', 'x\u200b', '\u{1f469}\u200d\u{1f373}'])(
    'accepts exactly as many of %j as the form counts',
    (letter) => {
      const perLetter = countedLength(letter);
      const fits = letter.repeat(300 / perLetter);
      expect(countedLength(fits)).toBe(300);
      const rate = (comment: string) => problems(rateMatch, { score: 5, comment, followedThrough: true });
      expect(rate(fits)).toEqual({});
      expect(rate(`${fits}x`)).toHaveProperty('comment');
    },
  );

  it('asks whether they followed through', () => {
    expect(problems(rateMatch, { score: 5 })).toEqual({ followedThrough: 'Please say whether they followed through' });
  });
});

describe('accept', () => {
  it('needs the id of a request', () => {
    expect(problems(acceptRequest, {})).toEqual({ requestId: 'Please choose a request' });
    expect(problems(acceptRequest, { requestId: '1' })).toEqual({ requestId: 'Please choose a request' });
  });
});

describe('browse', () => {
  it('reads blank filters as absent and pages from 1 by 10 [spec §7.4 §9.4]', () => {
    expect(browseQuery.parse({ page: '', limit: '', mealPeriod: '', urgency: '', search: ' ', campus: '' })).toEqual({
      page: 1,
      limit: 10,
    });
  });

  it.each([
    [{ page: '0' }, 'There is no such page'],
    [{ page: '1.5' }, 'There is no such page'],
    [{ page: 'x' }, 'There is no such page'],
    [{ page: ['1', '2'] }, 'There is no such page'],
    [{ page: '1e99' }, 'There is no such page'],
    [{ limit: '51' }, 'Please ask for 1 to 50 at a time'],
    [{ limit: '1.5' }, 'Please ask for 1 to 50 at a time'],
    [{ mealPeriod: 'brunch' }, 'Meal period is required'],
    [{ campus: 'all' }, 'Please choose your own campus or all'],
  ])('says what is wrong with %j', (query, message) => {
    expect(Object.values(problems(browseQuery, query))).toEqual([message]);
  });
});

/** Every field of every route's body, query and headers. */
const inputs = Object.values(contract).flatMap((feature) =>
  Object.values(feature as Record<string, Record<string, unknown>>).flatMap(({ method, path, ...route }) =>
    ['body', 'query', 'headers'].flatMap((part) => {
      const schema = route[part] as { shape?: Record<string, z.ZodType> } | undefined;
      return Object.entries(schema?.shape ?? {}).map(
        ([field, own]) => [`${String(method)} ${String(path)}`, field, own] as const,
      );
    }),
  ),
);

it.each(inputs)('%s says in words for people what is wrong with %s', (_route, _field, schema) => {
  for (const wrong of [
    undefined,
    null,
    7.5,
    -1,
    true,
    {},
    [],
    ['a', 'b'],
    '',
    '\u0000',
    'x',
    'x'.repeat(20_000),
    '1e400',
  ])
    for (const { message } of schema.safeParse(wrong).error?.issues ?? [])
      expect(message).not.toMatch(/invalid (input|option|type)|expected|received|too (big|small)|<=|>=/i);
});
