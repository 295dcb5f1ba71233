import { DISPUTE_DAYS, MEETING_OPENS_MINUTES, type DisputeAward } from '@spareswipe/contract';
import fc from 'fast-check';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { hasEitherSaid, type Oracle, type OracleMatch } from './oracle.js';
import type { Real } from './real.js';

/** Sweeps are commands in the model, so a hold may stay open longer than with the scheduler. */
const NOT_BETWEEN_SWEEPS = 'no hold is open 72 h after its deadline';

/** How many of a run's commands did something, and how many were refused as they should be. */
export interface Tally {
  done: number;
  refused: number;
}

type Outcome = string | undefined;

/** One step: the oracle and the real system return the same and are in the same state afterwards. */
class Step implements fc.AsyncCommand<Oracle, Real> {
  constructor(
    private readonly text: string,
    private readonly isPossible: (oracle: Oracle) => boolean,
    private readonly act: (oracle: Oracle, real: Real) => Promise<[expected: Outcome, actual: Outcome]>,
    private readonly tally: Tally,
  ) {}

  check = (oracle: Readonly<Oracle>) => this.isPossible(oracle as Oracle);

  async run(oracle: Oracle, real: Real): Promise<void> {
    const [expected, actual] = await this.act(oracle, real);
    this.tally[expected === 'done' ? 'done' : 'refused']++;
    expect(actual).toBe(expected);
    expect(await real.state()).toEqual(stateOf(oracle));
    const findings = await auditLedger(real.services.client);
    expect(findings.filter(({ invariant }) => invariant !== NOT_BETWEEN_SWEEPS)).toEqual([]);
  }

  [fc.toStringMethod] = () => this.text;
}

export const stateOf = ({ students, requests, matches, books }: Oracle) => ({
  students,
  requests: requests.map(({ status }) => status),
  matches: matches.map(({ status }) => status),
  disputes: books.disputes.map(({ match, awardedTo, isTaken }) => ({ match, awardedTo, isTaken })),
});

/** Points at something: with `apt` at one of those where the command will do something, else at any. */
interface Pick {
  at: number;
  apt: boolean;
}
const pick = fc.record({ at: fc.nat(999), apt: fc.integer({ min: 0, max: 9 }).map((die) => die < 7) });

/** The place in `list` that the pick points at. */
function choose<T>({ at, apt }: Pick, list: readonly T[], isApt: (item: T, index: number) => boolean): number {
  const places = [...list.keys()];
  const suitable = apt ? places.filter((place) => isApt(list[place]!, place)) : [];
  const among = suitable.length ? suitable : places;
  return among[at % among.length]!;
}

/** One of the two sides of a match, or anybody. */
const chooseSide = (who: Pick, { students, matches }: Oracle, match: number) =>
  choose(who, students, (_, place) => {
    const { requester, fulfiller } = matches[match]!;
    return place === fulfiller || place === requester;
  });

/** Random lives of a campus, each of this many commands. `tally` counts their results. */
export function lives(tally: Tally, length: number) {
  const step = (
    text: string,
    isPossible: (oracle: Oracle) => boolean,
    act: (oracle: Oracle, real: Real) => Promise<[Outcome, Outcome]>,
  ) => new Step(text, isPossible, act, tally);
  const always = () => true;
  const hasRequests = ({ requests }: Oracle) => requests.length > 0;
  const hasMatches = ({ matches }: Oracle) => matches.length > 0;
  const hasStrikes = ({ strikes }: Oracle) => strikes.all.length > 0;
  const hasDisputes = ({ books }: Oracle) => books.disputes.length > 0;
  /** A student who left does nothing more, so that not too many commands have no effect. */
  const isLate = ({ matches }: Oracle) => matches.length > 3;
  const canMeet = ({ now, requests }: Oracle, { status, request }: OracleMatch) =>
    status === 'accepted' && requests[request]!.deadline <= now + MEETING_OPENS_MINUTES / 60;
  const isAhead = (oracle: Oracle, match: OracleMatch) => match.status === 'accepted' && !canMeet(oracle, match);
  /** The requester pressed "It's them", and can still say "No". */
  const canTakeBack = ({ status, met, followedThrough }: OracleMatch) =>
    status === 'accepted' && met.requester === true && followedThrough.requester === undefined;
  /** The student asked for a meal that is not complete, and that one of the two says has happened. */
  const mayHaveEaten = ({ matches }: Oracle, student: number) =>
    matches.some((match) => match.status === 'accepted' && match.requester === student && hasEitherSaid(match));
  const shown = (what: object) => JSON.stringify(what);

  const commands = [
    fc.tuple(pick, fc.integer({ min: 1, max: 60 })).map(([who, hours]) =>
      step(`create ${shown({ who, hours })}`, always, async (oracle, real) => {
        const student = choose(who, oracle.students, ({ available }) => available > 0);
        return [oracle.create(student, hours + 0.5), await real.create(student, hours + 0.5)];
      }),
    ),
    fc.tuple(pick, pick).map(([who, what]) =>
      step(`cancel ${shown({ who, what })}`, hasRequests, async (oracle, real) => {
        const request = choose(what, oracle.requests, ({ status }) => status === 'active');
        const student = choose(who, oracle.students, (_, place) => place === oracle.requests[request]!.requester);
        return [oracle.cancel(student, request), await real.cancel(student, request)];
      }),
    ),
    pick.map((what) =>
      step(`remove ${shown({ what })}`, hasRequests, async (oracle, real) => {
        const request = choose(what, oracle.requests, ({ status }) => status === 'active');
        return [oracle.remove(request), await real.remove(request)];
      }),
    ),
    ...[1, 2].map(() =>
      fc.tuple(pick, pick).map(([who, what]) =>
        step(`accept ${shown({ who, what })}`, hasRequests, async (oracle, real) => {
          const request = choose(what, oracle.requests, ({ status }) => status === 'active');
          const student = choose(who, oracle.students, (_, place) => place !== oracle.requests[request]!.requester);
          return [oracle.accept(student, request), await real.accept(student, request)];
        }),
      ),
    ),
    fc.tuple(pick, pick).map(([who, what]) =>
      step(`complete ${shown({ who, what })}`, hasMatches, async (oracle, real) => {
        const match = choose(what, oracle.matches, ({ status }) => status === 'accepted');
        const student = chooseSide(who, oracle, match);
        return [oracle.complete(student, match), await real.complete(student, match)];
      }),
    ),
    ...[1, 2].map(() =>
      pick.map((what) =>
        step(
          `until a meeting ${shown({ what })}`,
          (oracle) => oracle.matches.some((match) => isAhead(oracle, match)),
          async (oracle, real) => {
            const match = choose({ ...what, apt: true }, oracle.matches, (one) => isAhead(oracle, one));
            const hours = Math.ceil(
              oracle.requests[oracle.matches[match]!.request]!.deadline - oracle.now - MEETING_OPENS_MINUTES / 60,
            );
            oracle.forward(hours);
            await real.forward(hours);
            return ['done', 'done'];
          },
        ),
      ),
    ),
    ...[1, 2].map(() =>
      fc.tuple(pick, pick).map(([who, what]) =>
        step(`met ${shown({ who, what })}`, hasMatches, async (oracle, real) => {
          const match = choose(what, oracle.matches, (one) => canMeet(oracle, one));
          const student = chooseSide(who, oracle, match);
          return [oracle.met(student, match), await real.met(student, match)];
        }),
      ),
    ),
    fc.tuple(pick, pick).map(([who, what]) =>
      step(`release ${shown({ who, what })}`, hasMatches, async (oracle, real) => {
        const match = choose(what, oracle.matches, ({ status }) => status === 'accepted');
        const student = chooseSide(who, oracle, match);
        return [oracle.release(student, match), await real.release(student, match)];
      }),
    ),
    ...[1, 2].map(() =>
      fc.tuple(pick, pick, fc.boolean()).map(([who, what, followedThrough]) =>
        step(`rate ${shown({ who, what, followedThrough })}`, hasMatches, async (oracle, real) => {
          const match = choose(what, oracle.matches, ({ status, followedThrough }) => {
            return status !== 'cancelled' && Object.keys(followedThrough).length < 2;
          });
          const student = chooseSide(who, oracle, match);
          return [oracle.rate(student, match, followedThrough), await real.rate(student, match, followedThrough)];
        }),
      ),
    ),
    pick.map((what) =>
      step(
        `take back ${shown({ what })}`,
        ({ matches }) => matches.some(canTakeBack),
        async (oracle, real) => {
          const match = choose(what, oracle.matches, canTakeBack);
          const { requester } = oracle.matches[match]!;
          return [oracle.rate(requester, match, false), await real.rate(requester, match, false)];
        },
      ),
    ),
    fc.tuple(pick, pick).map(([who, what]) =>
      step(`concede ${shown({ who, what })}`, hasDisputes, async (oracle, real) => {
        const { disputes } = oracle.books;
        const { match } = disputes[choose(what, disputes, (dispute) => !dispute.awardedTo)]!;
        const student = chooseSide(who, oracle, match);
        return [oracle.concede(student, match), await real.concede(student, match)];
      }),
    ),
    fc.tuple(pick, fc.constantFrom<DisputeAward>('requester', 'fulfiller', 'nobody')).map(([what, awardedTo]) =>
      step(`decide ${shown({ what, awardedTo })}`, hasDisputes, async (oracle, real) => {
        const { disputes } = oracle.books;
        const { match } = disputes[choose(what, disputes, (dispute) => !dispute.awardedTo)]!;
        return [oracle.decide(match, awardedTo), await real.decide(match, awardedTo)];
      }),
    ),
    fc.tuple(pick, pick).map(([who, what]) =>
      step(`contest ${shown({ who, what })}`, hasStrikes, async (oracle, real) => {
        const { all } = oracle.strikes;
        const strike = choose(what, all, ({ contestedAt, withdrawnAt }) => (contestedAt ?? withdrawnAt) === undefined);
        const student = choose(who, oracle.students, (_, place) => place === all[strike]!.student);
        return [oracle.contest(student, strike), await real.contest(student, all[strike]!)];
      }),
    ),
    fc.tuple(pick, fc.boolean()).map(([what, stands]) =>
      step(`decide a strike ${shown({ what, stands })}`, hasStrikes, async (oracle, real) => {
        const { all } = oracle.strikes;
        const strike = choose(
          what,
          all,
          ({ contestedAt, decidedAt }) => contestedAt !== undefined && decidedAt === undefined,
        );
        return [oracle.decideStrike(strike, stands), await real.decideStrike(all[strike]!, stands)];
      }),
    ),
    fc.constant(null).map(() =>
      step('end contests', hasStrikes, async (oracle, real) => {
        oracle.endContests();
        await real.endContests();
        return ['done', 'done'];
      }),
    ),
    pick.map((what) =>
      step(`void ${shown({ what })}`, hasMatches, async (oracle, real) => {
        const match = choose(what, oracle.matches, ({ status }) => status !== 'cancelled');
        return [oracle.voidExchange(match), await real.voidExchange(match)];
      }),
    ),
    fc.tuple(pick, fc.constantFrom(-2, -1, 1, 2)).map(([who, credits]) =>
      step(`adjust ${shown({ who, credits })}`, always, async (oracle, real) => {
        const student = choose(who, oracle.students, ({ available }) => available + credits >= 0);
        return [oracle.adjust(student, credits), await real.adjust(student, credits)];
      }),
    ),
    fc.tuple(pick, fc.integer({ min: 1, max: 3 })).map(([who, credits]) =>
      step(`purchase ${shown({ who, credits })}`, always, async (oracle, real) => {
        const student = choose(who, oracle.students, always);
        return [oracle.purchase(student, credits), await real.purchase(student, credits)];
      }),
    ),
    fc.tuple(pick, fc.constantFrom(-2, -1, 1, 2, 3)).map(([what, credits]) =>
      step(
        `reverse ${shown({ what, credits })}`,
        ({ orders }) => orders.length > 0,
        async (oracle, real) => {
          const order = choose(what, oracle.orders, ({ reversed, credits: bought }) => {
            return reversed + credits >= 0 && reversed + credits <= bought;
          });
          return [oracle.reverse(order, credits), await real.reverse(order, credits)];
        },
      ),
    ),
    pick.map((who) =>
      step(`leave ${shown({ who })}`, isLate, async (oracle, real) => {
        const student = choose(who, oracle.students, always);
        return [oracle.leave(student), await real.leave(student)];
      }),
    ),
    pick.map((who) =>
      step(
        `leave after a meal ${shown({ who })}`,
        (oracle) => oracle.students.some((_, place) => mayHaveEaten(oracle, place)),
        async (oracle, real) => {
          const student = choose({ ...who, apt: true }, oracle.students, (_, place) => mayHaveEaten(oracle, place));
          return [oracle.leave(student), await real.leave(student)];
        },
      ),
    ),
    fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(DISPUTE_DAYS * 24)).map((hours) =>
      step(`forward ${hours} h`, always, async (oracle, real) => {
        oracle.forward(hours);
        await real.forward(hours);
        return ['done', 'done'];
      }),
    ),
    fc.constant(null).map(() =>
      step('sweep', always, async (oracle, real) => {
        oracle.sweep();
        await real.sweep();
        expect(await auditLedger(real.services.client)).toEqual([]);
        return ['done', 'done'];
      }),
    ),
  ];
  // Commands that a failure does not need shrink to nothing, for all lives are of one length.
  const nothing = step(
    '-',
    () => false,
    () => Promise.resolve([undefined, undefined]),
  );
  const command = fc.oneof({ withCrossShrink: true }, { weight: 0, arbitrary: fc.constant(nothing) }, ...commands);
  return fc.array(command, { minLength: length, maxLength: length });
}
