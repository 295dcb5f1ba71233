import { expiryOf, notificationOf, topicOf, urgencyOf, type Push, type PushedMeal } from './pushes.js';

const NOW = new Date('2027-03-01T17:00:00Z');
const meal: PushedMeal = {
  _id: '01a20734-0904-74e4-9ec5-e6f508cb491e',
  mealPeriod: 'lunch',
  mealDescription: 'Veggie burrito',
  location: 'North Hall',
  deadline: '2027-03-01T20:00:00Z',
  campus: { institution: 'ucla', name: 'University of California, Los Angeles', timeZone: 'America/Los_Angeles' },
};
const wanted: Push = { kind: 'wanted', to: 'student', about: { meal } };
const accepted: Push = { kind: 'accepted', to: 'student', about: { meal, matchId: 'match' } };
const all: Push[] = [
  wanted,
  accepted,
  { kind: 'released', to: 'student', about: { meal, refunded: true } },
  { kind: 'called-off', to: 'student', about: { meal, matchId: 'match', refunded: true } },
  { kind: 'withdrawn', to: 'student', about: { meal, matchId: 'match' } },
  { kind: 'refunded', to: 'student', about: { meal } },
  { kind: 'nobody-yet', to: 'student', about: { meal, isPaused: false } },
  { kind: 'completed', to: 'student', about: { meal, matchId: 'match' } },
  { kind: 'due', to: 'student', about: { meal, matchId: 'match', youAre: 'fulfiller' } },
  { kind: 'how-was-it', to: 'student', about: { meal, matchId: 'match' } },
  { kind: 'test', to: 'student', about: { isTest: true } },
];

it.each(all)('shows no food and no place on a locked screen for $kind', (push) => {
  const text = JSON.stringify(notificationOf(push, { details: false }));
  expect(text).not.toMatch(/burrito|North Hall/);
});

it('shows campus, meal period and deadline, by the clocks of the campus', () => {
  const { body } = notificationOf(wanted, { details: false });
  expect(body).toBe('Lunch at University of California, Los Angeles, until Mon, 12:00 PM Pacific');
});

it('shows food and place to a student who chose details', () => {
  expect(notificationOf(accepted, { details: true })).toMatchObject({
    body: expect.stringContaining('Veggie burrito, North Hall'),
  });
});

it.each(all)('opens a screen of this app for $kind', (push) => {
  expect(notificationOf(push, { details: false }).url).toMatch(/^\/[a-z-]+(\?[a-z]+=[\w-]+(&alert=1)?)?$/);
});

it('opens the match that it is about, and its rating where it asks how it was', () => {
  const url = (push: Push) => notificationOf(push, { details: false }).url;
  const matchId = '01a20734-0904-74e4-9ec5-e6f508cb4922';
  expect(url({ kind: 'accepted', to: 'student', about: { meal, matchId } })).toBe(`/matches?open=${matchId}`);
  expect(url({ kind: 'due', to: 'student', about: { meal, matchId, youAre: 'requester' } })).toBe(
    `/matches?open=${matchId}`,
  );
  expect(url({ kind: 'withdrawn', to: 'student', about: { meal, matchId } })).toBe(`/matches?open=${matchId}`);
  expect(url({ kind: 'how-was-it', to: 'student', about: { meal, matchId } })).toBe(`/matches?rate=${matchId}`);
});

it('lasts until the deadline if it is useless afterwards', () => {
  expect(expiryOf(wanted, NOW)).toEqual(new Date(meal.deadline));
  expect(expiryOf({ kind: 'refunded', to: 'student', about: { meal } }, NOW)).toEqual(new Date('2027-03-02T17:00:00Z'));
});

it('wakes a phone for a request in its last two hours only', () => {
  expect(urgencyOf(wanted, NOW)).toBe('normal');
  expect(urgencyOf(wanted, new Date('2027-03-01T18:30:00Z'))).toBe('high');
});

it('has one topic for each request, which push services take', () => {
  expect(topicOf(wanted)).toBe(topicOf(accepted));
  expect(topicOf(wanted)).toMatch(/^[\w-]{22}$/);
});
