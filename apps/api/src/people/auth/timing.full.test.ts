import { ok } from '../../../test/support/responses.js';
import { givenIn, PASSWORD } from '../../../test/support/given.js';
import { startApi } from '../../../test/support/start-api.js';

/** The time of a response must not reveal whether an address is known. */
const CALLS = 500;
const APART_MS = 2;

const api = await startApi({ settings: { LOG_LEVEL: 'error' } });
const given = givenIn(api.db);
const { email: known } = await given.student();
const { email: unverified } = await given.student({ verified: false });
const unknown = 'nobody@state.edu';
// rehashes the cheap hash at the usual cost
beforeAll(async () => ok(await api.client().auth.login({ body: { email: known, password: PASSWORD } })));
afterAll(() => api.stop());

const post = async (path: string, body: object) => {
  const response = await api.fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
};
const logIn = (email: string) => post('login', { email, password: 'Wrong1' });
let free = 0;
const register = (email: string) =>
  post('register', { name: 'Ada', email, password: PASSWORD, phoneNumber: '+1 617 555 0100' });

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Medians in ms of calls made in turns, each turn beginning with another of them. */
async function medians<Name extends string>(kinds: Record<Name, () => Promise<number>>, status?: number) {
  const all = Object.entries<() => Promise<number>>(kinds);
  const times = new Map(all.map(([name]) => [name, [] as number[]]));
  for (let turn = -5; turn < CALLS; turn++) {
    // not TRUNCATE: it would cost the first call after it more
    await api.db.query('DELETE FROM rate_limits');
    for (let nth = 0; nth < all.length; nth++) {
      const [name, call] = all[(Math.max(turn, 0) + nth) % all.length]!;
      const start = performance.now();
      const received = await call();
      const ms = performance.now() - start;
      if (status) expect(received).toBe(status);
      if (turn >= 0) times.get(name)!.push(ms); // the first turns warm up
    }
  }
  return Object.fromEntries([...times].map(([name, ms]) => [name, Number(median(ms).toFixed(2))])) as Record<
    Name,
    number
  >;
}

function report(what: string, ms: Record<string, number>, { secret = true } = {}): void {
  const apart = Math.max(...Object.values(ms)) - Math.min(...Object.values(ms));
  process.stderr.write(`${what}, medians of ${CALLS} in ms: ${JSON.stringify(ms)}, ${apart.toFixed(2)} apart\n`);
  if (secret) expect(apart).toBeLessThanOrEqual(APART_MS);
}

it(
  'log-in takes as long for an unknown address as for a wrong password [asvs V6.3b]',
  async () => {
    const ms = await medians({ unknown: () => logIn(unknown), known: () => logIn(known) }, 401);
    report('log-in', ms);
  },
  60_000 + CALLS * 1000,
);

it.each(['resend-verification', 'forgot-password'])(
  '%s takes as long for an unknown address as for any other',
  async (path) => {
    const ask = (email: string) => () => post(path, { email });
    report(path, await medians({ unknown: ask(unknown), unverified: ask(unverified), known: ask(known) }, 200));
  },
  60_000 + CALLS * 1000,
);

it(
  'register reveals a taken address in its response, so its times are printed for comparison only',
  async () => {
    const ms = await medians({ taken: () => register(known), free: () => register(`ada${++free}@state.edu`) });
    report('register', ms, { secret: false });
  },
  60_000 + CALLS * 1000,
);
