import {
  awardWhenUndecided,
  contestableUntil,
  contestEndsAt,
  disputeEndsAt,
  effectOfNo,
  noCountsUntil,
  openMatchesMax,
  type Story,
} from './fair-play.js';
import type { Side } from '../status.js';

const at = (time: string) => new Date(`2031-11-${time}Z`);

it('lets a fulfiller promise 10 meals at once, and 25 after 3 others have confirmed exchanges', () => {
  expect([0, 2, 3, 50].map(openMatchesMax)).toEqual([10, 10, 25, 25]);
});

describe('a "No"', () => {
  const noon = at('20T12:00:00');
  const evening = at('20T18:00:00');
  const inTime = at('22T18:00:00');
  const story = (status: Story['status'], ...said: Side[]): Story => ({
    status,
    said: { requester: said.includes('requester'), fulfiller: said.includes('fulfiller') },
    noCountsUntil: inTime,
  });

  it('has an effect until 48 h after the meal, or after a side completed the match, whichever is later', () => {
    expect(noCountsUntil(evening, null)).toEqual(at('22T18:00:00'));
    expect(noCountsUntil(evening, noon)).toEqual(at('22T18:00:00'));
    expect(noCountsUntil(noon, evening)).toEqual(at('22T18:00:00'));
    for (const one of [story('accepted'), story('completed', 'fulfiller'), story('completed', 'requester')]) {
      expect(effectOfNo(one, 'requester', inTime)).not.toBe('nothing');
      expect(effectOfNo(one, 'requester', at('22T18:00:01'))).toBe('nothing');
    }
  });

  it.each([
    ['under way, and nobody says', story('accepted'), 'void', 'void'],
    ['under way, and the requester says', story('accepted', 'requester'), 'dispute', 'dispute'],
    ['under way, and the fulfiller says', story('accepted', 'fulfiller'), 'dispute', 'void'],
    ['complete, and the requester says', story('completed', 'requester'), 'dispute', 'dispute'],
    ['complete, and the fulfiller says', story('completed', 'fulfiller'), 'dispute', 'give back'],
    ['complete, and both say', story('completed', 'requester', 'fulfiller'), 'dispute', 'dispute'],
    ['complete, and nobody says', story('completed'), 'give back', 'give back'],
    ['cancelled', story('cancelled', 'fulfiller'), 'nothing', 'nothing'],
  ] as const)('on a match that is %s that it happened', (_, one, requester, fulfiller) => {
    expect(effectOfNo(one, 'requester', noon)).toBe(requester);
    expect(effectOfNo(one, 'fulfiller', noon)).toBe(fulfiller);
  });
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
