import { ok } from './responses.js';
import { givenIn, type GivenStudent } from './given.js';
import type { Api } from './start-api.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const YES = { followedThrough: true, score: 4 };
export const NO = { followedThrough: false };

/** Actions and views of the two sides of a match, for tests of ratings, strikes and disputes. */
export function exchangesIn(api: Api) {
  const given = givenIn(api.db);

  const me = async (student: { id: string }) => ok(await api.as(student).users.me()).user;
  const rate = (
    student: { id: string },
    id: string,
    body: { followedThrough: boolean; score?: number; comment?: string },
  ) => api.as(student).ratings.rate({ params: { id }, body });
  const complete = (student: { id: string }, id: string) => api.as(student).matches.complete({ params: { id } });
  const release = (student: { id: string }, id: string) => api.as(student).matches.release({ params: { id } });
  const latestMatch = async (student: { id: string }) =>
    ok(await api.as(student).matches.mine({ query: {} })).matches[0]!;

  /** Finn accepted a request of Ruth. */
  async function exchange({
    ruth,
    finn,
    deadline,
  }: { ruth?: GivenStudent; finn?: GivenStudent; deadline?: Date } = {}) {
    const [requester, fulfiller] = [
      ruth ?? (await given.student({ name: 'Ruth', credits: 1 })),
      finn ?? (await given.student({ name: 'Finn' })),
    ];
    const of = await given.request({ by: requester, ...(deadline && { deadline }) });
    return { ruth: requester, finn: fulfiller, ...(await given.match({ of, by: fulfiller })) };
  }

  /** An exchange that Finn marked complete and Ruth denies. */
  async function disputed(sides: Parameters<typeof exchange>[0] = {}) {
    const made = await exchange(sides);
    ok(await complete(made.finn, made.id));
    ok(await rate(made.ruth, made.id, NO));
    return made;
  }

  return { given, me, rate, complete, release, latestMatch, exchange, disputed };
}
