import { mails, type MailData, type MailJob, type MailName } from './mails.js';
import { render } from './render.js';

const meal = {
  mealPeriod: 'lunch',
  mealDescription: 'Ramen bowl',
  location: 'North Hall',
  deadline: '2031-11-20T18:00:00.000Z',
  campus: { institution: 'state', name: 'state', timeZone: null },
} as const;
const THE_MEAL = ['Ramen bowl', 'lunch', 'North Hall', 'Thursday, November 20, 2031 at 1:00 PM Eastern'];
const other = { name: 'Ruth Requester', email: 'ruth@state.edu', phoneNumber: '+1 555 010 0100' };
const matchId = '0198c0de-0000-7000-8000-000000000001';
const endsAt = '2031-12-04T18:00:00.000Z';
const DISPUTED = { matchId, meal, endsAt };
const orderId = '0198c0de-0000-7000-8000-000000000002';
const requestId = '0198c0de-0000-7000-8000-000000000003';
const unsubscribeToken = '5b7c1f2e-8d3a-4c6b-9e0f-1a2b3c4d5e6f';
const wanted = {
  ...meal,
  campus: { institution: 'stanford', name: 'Stanford University', timeZone: 'America/Los_Angeles' },
};
const PAGE = 'https://swipes.example.edu';
const FAIR_PLAY = `${PAGE}/help#fair-play`;

/** Of every mail the data it may have, and what its HTML and its plain text then both say. */
const examples: { [Name in MailName]: { about: MailData[Name]; says: string[] }[] } = {
  verification: [
    {
      about: { sealedLink: '', name: 'Ada Lovelace', phoneEnd: '0100', isOneOfSeveral: false },
      says: [`${PAGE}/secret`, '"Ada Lovelace"', 'the phone number that ends in 0100', 'The link works for 24 hours.'],
    },
    {
      about: { sealedLink: '', name: 'Ada Lovelace', phoneEnd: '0100', isOneOfSeveral: true },
      says: ['registered more than once', 'only the link that was mailed right after you registered'],
    },
  ],
  'account-open': [
    {
      about: { sealedLink: '', phoneEnd: '0100' },
      says: [`${PAGE}/secret`, 'the phone number that ends in 0100', "This wasn't me", 'works for 30 days'],
    },
  ],
  'password-reset': [{ about: { sealedLink: '' }, says: [`${PAGE}/secret`, 'once, for one hour'] }],
  'sign-on-link': [{ about: { sealedLink: '', campus: 'State' }, says: [`${PAGE}/secret`, 'with your State account'] }],
  'sign-on-required': [
    {
      about: { campus: 'State', from: 'Friday, May 1, 2026 at 9:00 PM Eastern' },
      says: ['Friday, May 1, 2026 at 9:00 PM Eastern', 'State account', `${PAGE}/login`],
    },
  ],
  'sign-on-instead': [{ about: { campus: 'State' }, says: ['Passwords have ended', 'State account', `${PAGE}/login`] }],
  'sign-on-linked': [{ about: { campus: 'State' }, says: ['State account', 'Forgot your password?'] }],
  'operator-invitation': [
    { about: { sealedLink: '', campus: 'state' }, says: [`${PAGE}/secret`, 'the campus state', 'for 72 hours'] },
    { about: { sealedLink: '', campus: null }, says: [`${PAGE}/secret`, 'run all campuses'] },
  ],
  'safety-reported': [{ about: { campuses: 'other, state' }, says: ['other, state', `${PAGE}/desk/reports`] }],
  'desk-digest': [
    {
      about: { campus: 'state', reports: 1, contests: 2, disputes: 0 },
      says: ['On the campus state', '1 open report', '2 contested strikes', `${PAGE}/desk`],
    },
    {
      about: { campus: null, reports: 0, contests: 0, disputes: 3 },
      says: ['campuses without an operator of their own', '3 open disputes'],
    },
  ],
  contacts: [
    {
      about: { matchId, meal, youAre: 'requester', other },
      says: [...THE_MEAL, ...Object.values(other), 'will get you this meal', `${PAGE}/matches?open=${matchId}`],
    },
    {
      about: { matchId, meal, youAre: 'fulfiller', other },
      says: [...THE_MEAL, ...Object.values(other), 'is counting on you'],
    },
  ],
  refund: [
    {
      about: { meal: { ...meal, _id: requestId } },
      says: [...THE_MEAL, 'your meal is back in your account', `${PAGE}/create-request?again=${requestId}`],
    },
  ],
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
  completed: [
    {
      about: { matchId, meal, fulfiller: 'Fay', because: 'said', until: '2031-11-22T18:00:00.000Z' },
      says: [
        ...THE_MEAL,
        'Fay says that you got this meal',
        'you need not do anything',
        'Saturday, November 22, 2031 at 1:00 PM Eastern',
        'until it is decided who gets it, after 14 days at the latest',
        `${PAGE}/matches?rate=${matchId}&happened=no`,
        FAIR_PLAY,
      ],
    },
    {
      about: { matchId, meal, fulfiller: 'Fay', because: 'left', until: '2031-11-22T18:00:00.000Z' },
      says: ['Fay left SpareSwipe, so this meal counts as received', 'The meal then comes back to you.'],
    },
    {
      about: { matchId, meal, fulfiller: 'Fay', because: 'unsaid', until: '2031-11-22T18:00:00.000Z' },
      says: ['You have not said whether you got this meal from Fay', 'If you did not, say so until'],
    },
  ],
  withdrawn: [
    {
      about: { matchId, meal, requester: 'Ruth', hasLeft: true, isPaid: false },
      says: [...THE_MEAL, 'Ruth left SpareSwipe', 'You need not do anything', `${PAGE}/requests`],
    },
    {
      about: { matchId, meal, requester: 'Ruth', hasLeft: false, isPaid: false },
      says: ["Ruth can't make it after all"],
    },
    {
      about: { matchId, meal, requester: 'Ruth', hasLeft: true, isPaid: true },
      says: ['Ruth left SpareSwipe', 'its credit is yours'],
    },
  ],
  strike: [
    {
      about: { matchId, meal, suspendedUntil: null, credit: 'back to you' },
      says: [
        ...THE_MEAL,
        'The exchange is called off, and your meal is back in your account.',
        'This is a warning. Two strikes that count suspend an account for 7 days. A strike lapses after 180 days.',
      ],
    },
    {
      about: { matchId, meal, suspendedUntil: '2031-11-27T18:00:00.000Z', credit: 'back to the requester' },
      says: [
        ...THE_MEAL,
        'The exchange is called off, and the requester has their meal back.',
        'Two strikes suspend an account for 7 days, and so yours is suspended until',
        'Thursday, November 27, 2031 at 1:00 PM Eastern',
      ],
    },
    {
      about: { matchId, meal, suspendedUntil: null, credit: 'given back' },
      says: [...THE_MEAL, 'give the meal back: it is in your account.', 'This is a warning.'],
    },
    {
      about: { matchId, meal, suspendedUntil: null, credit: 'owed to you' },
      says: ['They have used it already, so you get the next one that they receive.'],
    },
    {
      about: {
        matchId,
        meal,
        suspendedUntil: null,
        credit: 'back to you',
        contestableUntil: '2031-11-23T18:00:00.000Z',
      },
      says: [
        'you can contest it',
        'Sunday, November 23, 2031 at 1:00 PM Eastern',
        'only if those who run your campus let it stand',
        `${PAGE}/profile`,
      ],
    },
  ],
  voided: [
    {
      about: { matchId, meal, credit: 'back to you' },
      says: [
        ...THE_MEAL,
        'The exchange is called off, and your meal is back in your account.',
        'You get no strike for it',
      ],
    },
  ],
  disputed: [
    {
      about: { ...DISPUTED, youAre: 'requester', other: 'Fay', youSaidNo: true, tookBack: false, isPaid: true },
      says: [
        ...THE_MEAL,
        'says that this exchange happened. You said that it did not.',
        'the meal waits, and neither of you can use it',
        'If nobody decides by',
        'Thursday, December 4, 2031 at 1:00 PM Eastern',
        'the meal goes to the side with fewer disputes in 180 days',
        'Nobody gets a strike for this now.',
        'or if they have disputes with two different students.',
        "If Fay is right, press “They're right” there: the meal is theirs at once",
        `${PAGE}/matches?open=${matchId}`,
        FAIR_PLAY,
      ],
    },
    {
      about: { ...DISPUTED, youAre: 'fulfiller', other: 'Ruth', youSaidNo: false, tookBack: false, isPaid: false },
      says: [
        'You said that this exchange happened.',
        'says that it did not.',
        'You have used the meal that you earned, so the next one that you receive is set aside',
        `${PAGE}/matches?open=${matchId}`,
      ],
    },
    {
      about: { ...DISPUTED, youAre: 'requester', other: 'Fay', youSaidNo: true, tookBack: false, isPaid: false },
      says: ['Fay has used the meal, so the next one that they receive is set aside'],
    },
  ],
  'dispute-decided': [
    {
      about: {
        ...{ meal, youAre: 'requester', other: 'Fay', awardedTo: 'requester', isPaid: true },
        ...{ reason: 'The card reader has no swipe.', concededBy: null, strike: null },
      },
      says: [
        ...THE_MEAL,
        'The meal is yours.',
        'It is in your account.',
        FAIR_PLAY,
        'Their reason:',
        'The card reader has no swipe.',
        'This adds no strike to your account.',
      ],
    },
    {
      about: {
        ...{ meal, youAre: 'requester', other: 'Fay', awardedTo: 'requester', isPaid: false },
        ...{ reason: 'The card reader has no swipe.', concededBy: null, strike: null },
      },
      says: ['Fay has used it already, so you get the next one that they receive.'],
    },
    {
      about: {
        ...{ meal, youAre: 'fulfiller', other: 'Ruth', awardedTo: 'requester', isPaid: false },
        ...{ reason: 'The card reader has no swipe.', concededBy: null, strike: { suspendedUntil: endsAt } },
      },
      says: [
        'The meal goes to Ruth.',
        'You have used it already, so they get the next one that you receive.',
        'You get a strike for it.',
        'Two strikes suspend an account for 7 days, and so yours is suspended until',
        'Thursday, December 4, 2031 at 1:00 PM Eastern',
      ],
    },
    {
      about: {
        ...{ meal, youAre: 'fulfiller', other: 'Ruth', awardedTo: 'fulfiller', isPaid: false },
        ...{ reason: 'The card reader has the swipe.', concededBy: null, strike: null },
      },
      says: ['The meal is yours.', 'You have used it already and owe nothing.'],
    },
    {
      about: {
        ...{ meal, youAre: 'fulfiller', other: 'Ruth', awardedTo: 'nobody', isPaid: false },
        ...{ reason: null, concededBy: null, strike: { suspendedUntil: null } },
      },
      says: [
        'Neither of you gets the meal.',
        'You have used it already, so the next one that you receive is taken instead.',
        'Nobody decided within 14 days.',
        'the side with fewer disputes in 180 days, and you both have as many.',
        'You get a strike for it, because you have had disputes with at least two different students in 180 days.',
        'This is a warning. Two strikes that count suspend an account for 7 days.',
      ],
    },
    {
      about: {
        ...{ meal, youAre: 'requester', other: 'Fay', awardedTo: 'fulfiller', isPaid: true },
        ...{ reason: null, concededBy: null, strike: null },
      },
      says: ['The meal goes to Fay.', 'the side with fewer disputes in 180 days.'],
    },
    {
      about: {
        ...{ meal, youAre: 'requester', other: 'Fay', awardedTo: 'requester', isPaid: true },
        ...{ reason: null, concededBy: 'fulfiller', strike: null },
      },
      says: ['The meal is yours.', 'Fay says that you are right.', 'This adds no strike to your account.'],
    },
    {
      about: {
        ...{ meal, youAre: 'fulfiller', other: 'Ruth', awardedTo: 'requester', isPaid: true },
        ...{ reason: null, concededBy: 'fulfiller', strike: null },
      },
      says: ['The meal goes to Ruth.', 'You said that Ruth is right.'],
    },
  ],
  'meal-wanted': [
    {
      about: { requestId, meal: { ...wanted, details: null }, unsubscribeToken },
      says: [
        'A student of Stanford University needs lunch.',
        'Thursday, November 20, 2031 at 10:00 AM Pacific',
        `${PAGE}/requests?open=${requestId}&alert=1`,
        'because you switched on alerts by mail',
        `${PAGE}/profile`,
        `${PAGE}/unsubscribe/${unsubscribeToken}`,
      ],
    },
    {
      about: { requestId, meal: { ...wanted, mealPeriod: 'any', details: meal }, unsubscribeToken },
      says: ['needs a meal.', 'Ramen bowl', 'North Hall'],
    },
  ],
  'alert-test': [
    { about: { unsubscribeToken }, says: ['Alerts by mail reach you.', `${PAGE}/unsubscribe/${unsubscribeToken}`] },
  ],
  'operator-decision': [
    {
      about: {
        decision: 'suspended',
        until: '2031-11-27T18:00:00.000Z',
        credits: null,
        meal: null,
        reason: 'Three reports.',
      },
      says: ['suspended until Thursday, November 27, 2031 at 1:00 PM Eastern', 'Three reports.'],
    },
    {
      about: { decision: 'suspension-lifted', until: null, credits: null, meal: null, reason: 'It was a mistake.' },
      says: ['Your suspension is over', 'It was a mistake.'],
    },
    {
      about: { decision: 'strike-withdrawn', until: null, credits: null, meal, reason: 'It was a mistake.' },
      says: [...THE_MEAL, 'A strike against you is withdrawn', 'It was a mistake.'],
    },
    {
      about: { decision: 'strike-upheld', until: null, credits: null, meal, reason: 'Two others saw it.' },
      says: [...THE_MEAL, 'The strike that you contested stands.', 'Two others saw it.'],
    },
    {
      about: { decision: 'strike-upheld', until: endsAt, credits: null, meal, reason: 'Two others saw it.' },
      says: ['your account is suspended until Thursday, December 4, 2031 at 1:00 PM Eastern'],
    },
    {
      about: { decision: 'credits-given', until: null, credits: 2, meal: null, reason: 'The reader was broken.' },
      says: ['You received 2 meals.', 'The reader was broken.'],
    },
    {
      about: { decision: 'credits-taken', until: null, credits: 1, meal: null, reason: 'Given by mistake.' },
      says: ['1 meal was taken from your account.', 'Given by mistake.'],
    },
    {
      about: { decision: 'reopened', until: null, credits: null, meal: null, reason: 'We talked about it.' },
      says: ['Your account is open again', 'We talked about it.'],
    },
  ],
  'report-answered': [
    {
      about: { reportedAt: endsAt, report: 'He asked for cash.', answer: 'We talked to him about it.' },
      says: [
        'Thursday, December 4, 2031 at 1:00 PM Eastern',
        'He asked for cash.',
        'We talked to him about it.',
        'The other side does not learn',
      ],
    },
  ],
  'strike-stands': [
    {
      about: { meal, suspendedUntil: null },
      says: [...THE_MEAL, 'Nobody decided within 7 days, so it stands', 'This is a warning.'],
    },
    {
      about: { meal, suspendedUntil: endsAt },
      says: ['yours is suspended until', 'Thursday, December 4, 2031 at 1:00 PM Eastern'],
    },
  ],
  'request-removed': [
    {
      about: { meal, reason: 'Please ask for food only.' },
      says: [...THE_MEAL, 'took this request down', 'your meal is back in your account', 'Please ask for food only.'],
    },
  ],
  'voided-by-operator': [
    {
      about: {
        matchId,
        meal,
        youAre: 'requester',
        other: 'Fay',
        wasCompleted: false,
        isPaid: true,
        reason: 'Closed hall.',
      },
      says: [...THE_MEAL, 'this exchange with Fay', 'Your meal is back in your account.', 'Closed hall.'],
    },
    {
      about: {
        matchId,
        meal,
        youAre: 'requester',
        other: 'Fay',
        wasCompleted: true,
        isPaid: false,
        reason: 'Closed hall.',
      },
      says: [...THE_MEAL, 'as soon as the other side has one again', 'Closed hall.'],
    },
    {
      about: {
        matchId,
        meal,
        youAre: 'fulfiller',
        other: 'Ruth',
        wasCompleted: true,
        isPaid: true,
        reason: 'Closed hall.',
      },
      says: [...THE_MEAL, 'The meal that you had earned went back', 'Closed hall.'],
    },
  ],
  'closed-by-operator': [
    {
      about: { reason: 'Sold meals for cash.', calledOff: [] },
      says: ['closed your account', 'too late to call off is completed', 'Sold meals for cash.'],
    },
  ],
  deactivated: [{ about: { calledOff: [{ matchId, meal }] }, says: ['Your account is closed.'] }],
  receipt: [
    {
      about: { credits: 12, amountCents: 5499, orderId },
      says: ['12 meals', 'Meals that you owe are paid first.', '$54.99', orderId],
    },
  ],
  'refund-receipt': [
    {
      about: { credits: 1, amountCents: 900, orderId },
      says: ['$9.00', 'took 1 meal back', 'the next meals you receive settle this first.', orderId],
    },
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
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

describe.each(jobs)('the mail $job.mail ($#)', ({ job, says }) => {
  const { subject, html, text } = rendered(job);

  it.each(says)('says "%s" in HTML and in plain text', (fact) => {
    expect(visible(html)).toContain(fact);
    expect(text).toContain(fact);
  });

  it('greets by name, leaves no gap but that below the meal, and keeps what students wrote out of its subject', () => {
    for (const body of [visible(html), text]) {
      expect(body).toContain('Hi Sam,');
      expect(body).not.toMatch(/undefined|null|NaN|\[object|\{\{|\}\}/);
    }
    expect(text).not.toMatch(/\n{3}/);
    // nor sticks to the meal
    expect(text).not.toMatch(/Needed by: .*\n\S/);
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
      about: { matchId, meal, youAre: 'requester', other, ...about },
    });

  it('link to the number of the other student as a phone dials it, and show it as they wrote it', () => {
    const { html, text } = contacts({ other: { ...other, phoneNumber: '617 (555) 0100' } });
    expect(html).toContain('href="tel:+16175550100"');
    for (const body of [visible(html), text]) expect(body).toContain('617 (555) 0100');
    expect(text).not.toContain('tel:');
  });

  it('link to the address of the other student and nothing else', () => {
    const { html } = contacts({ other: { ...other, email: 'ruth?subject=hi&body=x+y@state.edu' } });
    expect(html).toContain('href="mailto:ruth%3Fsubject%3Dhi%26body%3Dx%2By@state.edu"');
  });
});
