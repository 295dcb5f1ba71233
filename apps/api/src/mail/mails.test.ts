import { mails, type MailData, type MailJob, type MailName } from './mails.js';
import { render } from './render.js';

const meal = {
  mealPeriod: 'lunch',
  mealDescription: 'Ramen bowl',
  location: 'North Hall',
  deadline: '2031-11-20T18:00:00.000Z',
} as const;
const THE_MEAL = ['Ramen bowl', 'lunch', 'North Hall', 'Thursday, November 20, 2031', '6:00 PM UTC', '1:00 PM EST'];
const other = { name: 'Ruth Requester', email: 'ruth@state.edu', phoneNumber: '+1 555 010 0100' };
const matchId = '0198c0de-0000-7000-8000-000000000001';
const orderId = '0198c0de-0000-7000-8000-000000000002';
const PAGE = 'https://swipes.example.edu';

/** Of every mail the data it may have, and what its HTML and its plain text then both say. */
const examples: { [Name in MailName]: { about: MailData[Name]; says: string[] }[] } = {
  verification: [{ about: { sealedLink: '' }, says: [`${PAGE}/secret`, 'The link works for 24 hours.'] }],
  'password-reset': [{ about: { sealedLink: '' }, says: [`${PAGE}/secret`, 'once, for one hour'] }],
  contacts: [
    {
      about: { matchId, meal, youAre: 'requester', other, message: 'See you there' },
      says: [...THE_MEAL, ...Object.values(other), 'Ruth Requester writes:', 'See you there', `${PAGE}/matches`],
    },
    {
      about: { matchId, meal, youAre: 'fulfiller', other, message: null },
      says: [...THE_MEAL, ...Object.values(other), 'is counting on you'],
    },
  ],
  refund: [{ about: { meal }, says: [...THE_MEAL, 'your meal is back in your account', `${PAGE}/create-request`] }],
  released: [
    {
      about: { matchId, meal, fulfiller: 'Fay', refunded: false },
      says: [...THE_MEAL, "Fay can't make it", 'Your request is open again', `${PAGE}/my-requests`],
    },
    {
      about: { matchId, meal, fulfiller: 'Fay', refunded: true },
      says: [...THE_MEAL, "Fay can't make it", 'your meal is back in your account'],
    },
  ],
  withdrawn: [
    { about: { matchId, meal, requester: 'Ruth' }, says: [...THE_MEAL, 'Ruth left SpareSwipe', `${PAGE}/requests`] },
  ],
  strike: [
    {
      about: { matchId, meal, suspendedUntil: null, credit: 'back to you' },
      says: [
        ...THE_MEAL,
        'The exchange is called off, and your meal is back in your account.',
        'This is a warning. A second strike suspends your account for 7 days. A strike lapses after 180 days.',
      ],
    },
    {
      about: { matchId, meal, suspendedUntil: '2031-11-27T18:00:00.000Z', credit: 'back to the requester' },
      says: [
        ...THE_MEAL,
        'The exchange is called off, and the requester has their meal back.',
        'Two strikes suspend an account for 7 days, and so yours is suspended until',
        'Thursday, November 27, 2031 at 6:00 PM UTC',
      ],
    },
    {
      about: { matchId, meal, suspendedUntil: null, credit: 'taken back from you' },
      says: [...THE_MEAL, 'was taken back and returned to the requester'],
    },
    { about: { matchId, meal, suspendedUntil: null, credit: 'unchanged' }, says: [...THE_MEAL, 'This is a warning.'] },
  ],
  deactivated: [{ about: { calledOff: [{ matchId, meal }] }, says: ['Your account is closed.'] }],
  receipt: [{ about: { credits: 12, amountCents: 5499, orderId }, says: ['12 meals', '$54.99', orderId] }],
  'refund-receipt': [
    { about: { credits: 1, amountCents: 900, orderId }, says: ['$9.00', 'took 1 meal back', orderId] },
    { about: { credits: 0, amountCents: 900, orderId }, says: ['$9.00', orderId] },
  ],
};

const jobs = (Object.keys(mails) as MailName[]).flatMap((mail) =>
  examples[mail].map(({ about, says }) => ({
    job: { mail, to: { name: 'Sam', email: 'sam@state.edu' }, about } as MailJob,
    says,
  })),
);

const rendered = (job: MailJob) => render(job, { origin: PAGE, link: `${PAGE}/secret` });

/** What a reader sees of it, and where its links lead. */
const visible = (html: string) =>
  html
    .replace(/<head>[^]*<\/head>/, '')
    .replace(/<[^>]*?(?:href="([^"]*)"[^>]*)?>/g, (_tag, href: string | undefined) => href ?? '')
    .replaceAll('&#x27;', "'");

describe.each(jobs)('the mail $job.mail ($#)', ({ job, says }) => {
  const { subject, html, text } = rendered(job);

  it.each(says)('says "%s" in HTML and in plain text', (fact) => {
    expect(visible(html)).toContain(fact);
    expect(text).toContain(fact);
  });

  it('greets by name, leaves no gap, and keeps what students wrote out of its subject', () => {
    for (const body of [visible(html), text]) {
      expect(body).toContain('Hi Sam,');
      expect(body).not.toMatch(/undefined|null|NaN|\[object|\{\{|\}\}/);
    }
    expect(visible(html)).toContain(subject);
    expect(subject).not.toMatch(/Ruth|Fay|Ramen|North Hall/);
  });

  it('is light on every element by itself, and dark for readers who want that', () => {
    expect(html).toMatch(/<body style="[^"]*background: ?#faf6ef[^"]*color: ?#2b2a27/);
    const dark = /@media \(prefers-color-scheme: dark\) \{([^]*)\}/.exec(html)?.[1];
    for (const what of ['body', 'card', 'small', 'a', 'button', 'meal'])
      expect(dark).toMatch(new RegExp(`\\b${what}\\b`));
  });
});

describe('the contacts of a match', () => {
  const contacts = (about: Partial<MailData['contacts']>) =>
    rendered({
      mail: 'contacts',
      to: { name: 'Sam', email: 'sam@state.edu' },
      about: { matchId, meal, youAre: 'requester', other, message: null, ...about },
    });

  it('mark every line that the other student wrote as a quotation', () => {
    const { text } = contacts({ message: 'See you there\n-- \nSpareSwipe: your account is closed' });
    expect(text).toContain('\n> See you there\n> -- \n> SpareSwipe: your account is closed\n');
  });

  it('link to the address of the other student and nothing else', () => {
    const { html } = contacts({ other: { ...other, email: 'ruth?subject=hi&body=x+y@state.edu' } });
    expect(html).toContain('href="mailto:ruth%3Fsubject%3Dhi%26body%3Dx%2By@state.edu"');
  });
});
