import { suspensionOf, type DatedStrike, type SetByOperator } from './suspension.js';

const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * 24 * 60 * 60_000);
const daysOf = (date: Date) => (date.getTime() - day(0).getTime()) / (24 * 60 * 60_000);

interface Case {
  says: string;
  /** Each with the days of its strike, contest, decision and withdrawal. */
  strikes: { on: number; contested?: number; upheld?: number; withdrawn?: number }[];
  operators?: { on: number; until: number | null }[];
  /** The last day of the suspension. */
  until: number | null;
  /** The indexes of the strikes that suspensions have used up. */
  usedUp: number[];
}

const cases: Case[] = [
  { says: 'one strike is a warning', strikes: [{ on: 0 }], until: null, usedUp: [] },
  { says: 'the second suspends for 7 days', strikes: [{ on: 0 }, { on: 1 }], until: 8, usedUp: [0, 1] },
  { says: 'a strike lapses after 180 days', strikes: [{ on: 0 }, { on: 180 }], until: null, usedUp: [] },
  {
    says: 'a strike that lapses while the next one is contested in vain counts with it',
    strikes: [{ on: 0 }, { on: 176, contested: 177, upheld: 184 }],
    until: 191,
    usedUp: [0, 1],
  },
  {
    says: 'a third strike during the suspension restarts the 7 days',
    strikes: [{ on: 0 }, { on: 1 }, { on: 3 }],
    until: 10,
    usedUp: [0, 1, 2],
  },
  {
    says: 'the next strike after a suspension is a warning',
    strikes: [{ on: 0 }, { on: 1 }, { on: 8 }],
    until: 8,
    usedUp: [0, 1],
  },
  {
    says: 'a strike withdrawn during the suspension ends it',
    strikes: [{ on: 0 }, { on: 1, withdrawn: 2 }],
    until: null,
    usedUp: [],
  },
  {
    says: 'a withdrawn strike also ends a suspension that a later strike had restarted',
    strikes: [{ on: 0, withdrawn: 5 }, { on: 1, withdrawn: 4 }, { on: 3 }],
    until: null,
    usedUp: [],
  },
  {
    says: 'withdrawing the strike that restarted a suspension ends only what it added',
    strikes: [{ on: 0 }, { on: 1 }, { on: 3, withdrawn: 4 }],
    until: 8,
    usedUp: [0, 1],
  },
  {
    says: 'the two strikes that remain suspend from the second of them',
    strikes: [{ on: 0 }, { on: 1, withdrawn: 4 }, { on: 3 }],
    until: 10,
    usedUp: [0, 2],
  },
  {
    says: 'a strike withdrawn after the suspension leaves it served and the other strike used up',
    strikes: [{ on: 0, withdrawn: 21 }, { on: 1 }, { on: 20 }],
    until: 8,
    usedUp: [0, 1],
  },
  {
    says: 'a withdrawn strike does not count towards a later suspension',
    strikes: [{ on: 0, withdrawn: 2 }, { on: 3 }],
    until: null,
    usedUp: [],
  },
  {
    says: 'a contested strike ends its suspension until it is decided',
    strikes: [{ on: 0 }, { on: 1, contested: 2 }],
    until: null,
    usedUp: [],
  },
  {
    says: 'a contested strike that stands counts from that decision',
    strikes: [{ on: 0 }, { on: 1, contested: 2, upheld: 6 }],
    until: 13,
    usedUp: [0, 1],
  },
  {
    says: 'an upheld strike does so whichever of the two was contested',
    strikes: [{ on: 0, contested: 2, upheld: 6 }, { on: 1 }],
    until: 13,
    usedUp: [0, 1],
  },
  {
    says: 'of two contested strikes that stand the second to be decided suspends',
    strikes: [
      { on: 0, contested: 2, upheld: 5 },
      { on: 1, contested: 3, upheld: 6 },
    ],
    until: 13,
    usedUp: [0, 1],
  },
  {
    says: 'a warning contested before the second strike shortens nothing',
    strikes: [{ on: 0, contested: 1, upheld: 6 }, { on: 3 }],
    until: 13,
    usedUp: [0, 1],
  },
  {
    says: 'a contested restart that stands restarts the 7 days at that decision',
    strikes: [{ on: 0 }, { on: 1 }, { on: 3, contested: 4, upheld: 6 }],
    until: 13,
    usedUp: [0, 1, 2],
  },
  {
    says: 'an upheld strike restarts a suspension by two others',
    strikes: [{ on: 0, contested: 2, upheld: 6 }, { on: 1 }, { on: 3 }],
    until: 13,
    usedUp: [0, 1, 2],
  },
  {
    says: 'a strike that stands after its suspension was over is a warning',
    strikes: [{ on: 0 }, { on: 1 }, { on: 3, contested: 4, upheld: 9 }],
    until: 8,
    usedUp: [0, 1],
  },
  {
    says: 'an upheld strike that is withdrawn ends its suspension',
    strikes: [{ on: 0 }, { on: 1, contested: 2, upheld: 6, withdrawn: 7 }],
    until: null,
    usedUp: [],
  },
  {
    says: 'a contest after the suspension was lifted leaves its strikes used up',
    strikes: [{ on: 0 }, { on: 1, contested: 3, upheld: 6 }],
    operators: [{ on: 2, until: null }],
    until: 2,
    usedUp: [0, 1],
  },
  {
    says: 'contested strikes do not count towards the next suspension',
    strikes: [{ on: 0, contested: 1 }, { on: 3 }],
    until: null,
    usedUp: [],
  },
  {
    says: 'a lifted suspension stays lifted, and its strikes used up',
    strikes: [{ on: 0, withdrawn: 5 }, { on: 1 }, { on: 4 }],
    operators: [{ on: 2, until: null }],
    until: 2,
    usedUp: [0, 1],
  },
  {
    says: 'a suspension by an operator outlasts a withdrawn strike',
    strikes: [{ on: 0 }, { on: 1, withdrawn: 3 }],
    operators: [{ on: 2, until: 32 }],
    until: 32,
    usedUp: [0, 1],
  },
  {
    says: 'a suspension by an operator replaces one of strikes',
    strikes: [{ on: 0 }, { on: 1 }],
    operators: [{ on: 2, until: 9 }],
    until: 9,
    usedUp: [0, 1],
  },
  {
    says: 'a strike never shortens a suspension by an operator',
    strikes: [{ on: 5 }],
    operators: [{ on: 2, until: 32 }],
    until: 32,
    usedUp: [0],
  },
  {
    says: 'a strike may prolong a suspension by an operator',
    strikes: [{ on: 5 }],
    operators: [{ on: 2, until: 6 }],
    until: 12,
    usedUp: [0],
  },
  {
    says: 'withdrawing a strike ends what it added to a suspension by an operator',
    strikes: [{ on: 5, withdrawn: 7 }],
    operators: [{ on: 2, until: 6 }],
    until: 6,
    usedUp: [],
  },
  {
    says: 'a strike that a suspension by an operator used up stays so after it is lifted: the next one is a warning',
    strikes: [{ on: 5 }, { on: 20 }],
    operators: [
      { on: 0, until: 30 },
      { on: 10, until: null },
    ],
    until: 10,
    usedUp: [0],
  },
  {
    says: 'a strike that a suspension by an operator used up stays so after a second one: the next one is a warning',
    strikes: [{ on: 5 }, { on: 20 }],
    operators: [
      { on: 0, until: 6 },
      { on: 10, until: 15 },
    ],
    until: 15,
    usedUp: [0],
  },
];

const at = (days?: number) => (days === undefined ? null : day(days));
const strikesOf = ({ strikes }: Case) =>
  strikes.map(({ on, contested, upheld, withdrawn }, place): DatedStrike => ({
    id: String(place),
    createdAt: day(on),
    contestedAt: at(contested),
    contestDecidedAt: at(upheld),
    withdrawnAt: at(withdrawn),
  }));
const setBy = ({ operators = [] }: Case): SetByOperator[] =>
  operators.map(({ on, until }) => ({ at: day(on), until: until === null ? null : day(until) }));

describe('the suspension of a student:', () => {
  it.each(cases)('$says', (each) => {
    const { until, usedUp } = suspensionOf(strikesOf(each), setBy(each));
    expect(until && daysOf(until)).toBe(each.until);
    expect([...usedUp.keys()].map(Number).sort()).toEqual(each.usedUp);
  });

  it('is the same in whatever order the strikes are read', () => {
    for (const each of cases)
      expect(suspensionOf(strikesOf(each).reverse(), setBy(each)).until).toEqual(
        suspensionOf(strikesOf(each), setBy(each)).until,
      );
  });
});
