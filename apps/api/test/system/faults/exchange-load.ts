import { setTimeout as pause } from 'node:timers/promises';
import { atOnce, ok } from '../../support/responses.js';
import { givenIn, type GivenStudent } from '../../support/given.js';
import type { Api } from '../../support/start-api.js';
import { lunch } from '../../support/lunch.js';
import { persist } from './retrying-client.js';

type Client = ReturnType<Api['client']>;

interface Pair {
  requester: { student: GivenStudent; token: string };
  fulfiller: { student: GivenStudent; token: string };
}

/** The steps of one exchange that the API confirmed to its clients. */
export interface Told {
  pair: Pair;
  requestId: string;
  matchId?: string;
  completed?: boolean;
}

/** Pairs of students post, accept and complete without a pause, and retry what fails. */
export function startLoad(pairs: Pair[], client: (token: string) => Client) {
  const told: Told[] = [];
  let over = false;
  const loads = pairs.map(async (pair) => {
    while (!over) await exchangeOnce(pair, client, told);
  });
  return {
    told,
    /** Waits until `count` more exchanges are complete. */
    async progress(count: number): Promise<void> {
      const completed = () => told.filter((exchange) => exchange.completed).length;
      const wanted = completed() + count;
      const failed = Promise.all(loads);
      while (completed() < wanted) await Promise.race([failed, pause(10)]);
    },
    async stop(): Promise<Told[]> {
      over = true;
      await Promise.all(loads);
      return told;
    },
  };
}

async function exchangeOnce(pair: Pair, client: (token: string) => Client, told: Told[]): Promise<void> {
  const body = lunch();
  const created = await persist((headers) => client(pair.requester.token).requests.create({ body, headers }));
  const exchange: Told = { pair, requestId: ok(created).request._id };
  told.push(exchange);

  const { requestId } = exchange;
  const accepted = await persist((headers) =>
    client(pair.fulfiller.token).matches.accept({ body: { requestId }, headers }),
  );
  const id = ok(accepted).match._id;
  exchange.matchId = id;

  // by the requester: a fulfiller may complete three alone
  ok(await persist((headers) => client(pair.requester.token).matches.complete({ params: { id }, headers })));
  exchange.completed = true;
}

/** Pairs of new students with this many credits each. */
export async function givenPairs(api: Api, count: number, credits: number): Promise<Pair[]> {
  const given = givenIn(api.db);
  const withToken = async () => {
    const student = await given.student({ credits });
    return { student, token: await api.tokenOf(student) };
  };
  return atOnce(count, async () => ({ requester: await withToken(), fulfiller: await withToken() }));
}

/** Where the database differs from what the API confirmed; empty if every exchange took place exactly once. */
export async function compareWithDatabase(api: Api, told: Told[], startCredits: number): Promise<string[]> {
  const problems: string[] = [];
  const rows = await api.db.query<{ id: string; status: string; requester_id: string; match_id: string | null }>(
    `SELECT r.id, r.status, r.requester_id, m.id AS match_id
       FROM meal_requests r LEFT JOIN matches m ON m.request_id = r.id AND m.status = 'completed'`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { requestId, matchId } of told) {
    const row = byId.get(requestId);
    if (row?.status !== 'completed' || row.match_id !== matchId)
      problems.push(`told ${requestId} ${matchId}, found ${JSON.stringify(row)}`);
  }
  if (rows.length !== told.length) problems.push(`${rows.length} requests for ${told.length} that were asked for`);
  for (const pair of new Set(told.map((one) => one.pair))) {
    const exchanges = told.filter((one) => one.pair === pair).length;
    const balances = await api.db.query<{ balance: number }>(
      `SELECT a.balance FROM ledger.accounts a WHERE a.kind = 'available' AND a.student_id = ANY ($1)
        ORDER BY array_position($1, a.student_id)`,
      [[pair.requester.student.id, pair.fulfiller.student.id]],
    );
    const wanted = [startCredits - exchanges, startCredits + exchanges];
    if (balances.some(({ balance }, index) => balance !== wanted[index]))
      problems.push(`credits ${JSON.stringify(balances)} after ${exchanges} exchanges`);
  }
  return problems;
}
