import { completeMatch, insertRatings } from '../../src/operations/commands/rows.js';
import { ok } from './responses.js';
import { givenIn, PASSWORD, type GivenStudent } from './given.js';
import type { Api } from './start-api.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const YES = { followedThrough: true, score: 4 };
export const NO = { followedThrough: false };

/** What students do and see with the client of the contract, and exchanges between two of them. */
export function exchangesIn(api: Api) {
  const given = givenIn(api.db);

  const me = async (student: { id: string }) => ok(await api.as(student).users.me()).user;
  const creditsOf = async (student: { id: string }) => (await me(student)).credits;
  const close = (student: { id: string }) => api.as(student).account.deactivate({ body: { password: PASSWORD } });
  const accept = (student: { id: string }, requestId: string) =>
    api.as(student).matches.accept({ body: { requestId } });
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

  /** An exchange that Finn marked complete and Ruth denies; nobody gets a mail about it. */
  async function disputed(sides: Parameters<typeof exchange>[0] = {}) {
    const made = await exchange(sides);
    const match = { id: made.id, request_id: made.requestId, fulfiller_id: made.finn.id };
    await api.db.inTransaction((client) => completeMatch(client, match, { by: 'fulfiller' }));
    await api.db.inTransaction(async (client) => {
      const no = { side: 'requester' as const, rater_id: made.ruth.id, followed_through: false, score: null };
      await insertRatings(client, [{ match_id: made.id, ...no }]);
      await client.query('SELECT ledger.open_dispute($1)', [made.id]);
    });
    return made;
  }

  return { given, me, creditsOf, close, accept, rate, complete, release, latestMatch, exchange, disputed };
}
