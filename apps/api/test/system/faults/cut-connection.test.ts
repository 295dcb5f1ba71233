import { randomUUID } from 'node:crypto';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import type { GivenStudent } from '../../support/given.js';
import { short } from '../../support/levels.js';
import { openProxy } from '../../support/postgres-proxy.js';
import { startApi } from '../../support/start-api.js';
import { lunch } from '../../support/lunch.js';
import { startCampus } from '../../support/campus.js';

/**
 * Cuts the connection to PostgreSQL before and after one protocol message of an operation after another. A retry with the same key
 * must always end where an undisturbed call ends.
 */
const { api, given } = await startCampus();
const proxy = await openProxy(api.db.url);
const proxied = await startApi({ db: api.db, inbox: api.inbox, settings: { DATABASE_URL: proxy.url } });
beforeAll(() => Promise.all([api.rest(), proxied.rest()]));
afterAll(async () => {
  await proxied.stop();
  await proxy.close();
});

interface Answer {
  status: number;
}
interface Attempt {
  students: GivenStudent[];
  /** Sends the same call every time. */
  call: () => Promise<Answer>;
}

const ATTEMPTS = 5;
/** From one message that is cut to the next. */
const STRIDE = short(60, { full: 1 });
const headers = () => ({ 'idempotency-key': randomUUID() });
const meal = lunch(); // the same in every retry, as its key is
const pair = async () => [await given.student(), await given.student()] as const;

const operations: Record<string, () => Promise<Attempt>> = {
  async create() {
    const [ruth, key] = [await given.student(), headers()];
    return { students: [ruth], call: () => proxied.as(ruth).requests.create({ body: meal, headers: key }) };
  },
  async cancel() {
    const [ruth, key] = [await given.student(), headers()];
    const id = await given.request({ by: ruth });
    return { students: [ruth], call: () => proxied.as(ruth).requests.cancel({ params: { id }, headers: key }) };
  },
  async accept() {
    const [[ruth, finn], key] = [await pair(), headers()];
    const requestId = await given.request({ by: ruth });
    return {
      students: [ruth, finn],
      call: () => proxied.as(finn).matches.accept({ body: { requestId }, headers: key }),
    };
  },
  async complete() {
    const [[ruth, finn], key] = [await pair(), headers()];
    const { id } = await given.match({ of: await given.request({ by: ruth }), by: finn });
    const ended = { params: { id }, headers: key };
    return { students: [ruth, finn], call: () => proxied.as(finn).matches.complete(ended) };
  },
  async release() {
    const [[ruth, finn], key] = [await pair(), headers()];
    const { id } = await given.match({ of: await given.request({ by: ruth }), by: finn });
    const ended = { params: { id }, headers: key };
    return { students: [ruth, finn], call: () => proxied.as(finn).matches.release(ended) };
  },
  async rate() {
    const [[ruth, finn], key] = [await pair(), headers()];
    const { id } = await given.match({ of: await given.request({ by: ruth }), by: finn });
    const rating = { params: { id }, body: { followedThrough: false }, headers: key };
    return { students: [ruth, finn], call: () => proxied.as(ruth).ratings.rate(rating) };
  },
};

/** Everything an operation may leave behind for its students, without ids and times. */
async function traces(students: GivenStudent[]): Promise<unknown> {
  const [row] = await api.db.query(
    `SELECT
       ARRAY(SELECT status FROM meal_requests WHERE requester_id = ANY ($1)) AS requests,
       ARRAY(SELECT status || coalesce(completed_by, '') FROM matches WHERE fulfiller_id = ANY ($1)) AS matches,
       ARRAY(SELECT side || followed_through FROM ratings WHERE rater_id = ANY ($1)) AS ratings,
       (SELECT count(*) FROM strikes WHERE student_id = ANY ($1)) AS strikes,
       (SELECT count(*) FROM idempotency_keys WHERE student_id = ANY ($1)) AS keys,
       ARRAY(SELECT a.kind || a.balance FROM ledger.accounts a WHERE a.student_id = ANY ($1)
              ORDER BY array_position($1, a.student_id), a.kind) AS balances,
       ARRAY(SELECT t.kind FROM ledger.transfers t WHERE t.debit_account_id IN (
              SELECT id FROM ledger.accounts WHERE student_id = ANY ($1)) ORDER BY t.id) AS transfers,
       ARRAY(SELECT data->>'mail' FROM pgboss.job WHERE name = 'mail' AND data->'to'->>'email' = ANY ($2)
              ORDER BY array_position($2, data->'to'->>'email')) AS mails`,
    [students.map(({ id }) => id), students.map(({ email }) => email)],
  );
  return row;
}

async function untilAnswered(call: Attempt['call']): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < ATTEMPTS) {
    const { status } = await call();
    statuses.push(status);
    if (status !== 503) break;
  }
  return statuses;
}

it.each(Object.keys(operations))(
  '%s: a cut at any moment does not change how it ends',
  async (name) => {
    const prepare = operations[name]!;
    const undisturbed = await prepare();
    await Promise.all(undisturbed.students.map((student) => proxied.tokenOf(student)));
    expect((await undisturbed.call()).status).toBeLessThan(300);
    const wanted = await traces(undisturbed.students);

    let cuts = 0;
    const outcomes: Record<string, number> = {};
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at += STRIDE) {
        const { students, call } = await prepare();
        await Promise.all(students.map((student) => proxied.tokenOf(student)));
        proxy.cutAt({ at, when });
        const statuses = await untilAnswered(call);
        if (!proxy.disarm()) break;
        cuts++;
        const outcome = statuses.join(', then ');
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        expect({ at, when, left: await traces(students) }).toEqual({ at, when, left: wanted });
      }
    console.info(`${name}: ${cuts} cuts answered`, outcomes);
    expect(cuts).toBeGreaterThan(60 / STRIDE);
    expect(await auditLedger(api.db.pool)).toEqual([]);
  },
  300_000,
);
