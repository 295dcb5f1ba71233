import {
  awardWhenUndecided,
  canDispute,
  contestableUntil,
  contestEndsAt,
  disputeEndsAt,
  openMatchesMax,
} from './fair-play.js';

const at = (time: string) => new Date(`2031-11-${time}Z`);

it('lets a fulfiller promise 10 meals at once, and 25 after 3 exchanges that the other side confirmed', () => {
  expect([0, 2, 3, 50].map(openMatchesMax)).toEqual([10, 10, 25, 25]);
});

it('lets a "No" dispute a completed match until 48 h after the completion or the meal, whichever is later', () => {
  const noon = at('20T12:00:00');
  const evening = at('20T18:00:00');
  for (const [completed, deadline] of [
    [noon, evening],
    [evening, noon],
  ] as const) {
    expect(canDispute(completed, deadline, at('22T18:00:00'))).toBe(true);
    expect(canDispute(completed, deadline, at('22T18:00:01'))).toBe(false);
  }
  expect(canDispute(noon, evening, noon)).toBe(true);
});

it('ends a dispute after 14 days', () => {
  expect(disputeEndsAt(at('01T12:00:00'))).toEqual(at('15T12:00:00'));
});

it('lets a strike be contested for 72 h, and the contest wait for 7 days', () => {
  expect(contestableUntil(at('01T12:00:00'))).toEqual(at('04T12:00:00'));
  expect(contestEndsAt(at('01T12:00:00'))).toEqual(at('08T12:00:00'));
});

it('awards an undecided meal to the side with fewer disputes, and on a tie to nobody', () => {
  expect(awardWhenUndecided({ requester: 1, fulfiller: 2 })).toBe('requester');
  expect(awardWhenUndecided({ requester: 3, fulfiller: 1 })).toBe('fulfiller');
  expect(awardWhenUndecided({ requester: 1, fulfiller: 1 })).toBe('nobody');
});
