import { availableParallelism } from 'node:os';
import type { AppError } from '../../platform/common/app-error.js';
import { Passwords } from './passwords.js';

const AT_ONCE = Math.max(2, availableParallelism() - 1);
const TAKEN = AT_ONCE + 40 * AT_ONCE;

const passwords = new Passwords();
beforeAll(() => passwords.onModuleInit());

it('rejects some log-ins with a Retry-After when too many come at once [asvs V15.2a]', async () => {
  const storm = Array.from({ length: TAKEN + 10 }, () => passwords.matches(undefined, 'Passw0rd', 'a storm'));
  const outcomes = await Promise.allSettled(storm);
  const turnedAway = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => reason as AppError);
  expect(turnedAway).toHaveLength(10);
  for (const refusal of turnedAway) {
    expect(refusal.status).toBe(503);
    expect(refusal.body()).toMatchObject({ code: 'BUSY', retryAfterSeconds: expect.any(Number) });
  }
  expect(await passwords.matches(undefined, 'Passw0rd', 'a storm')).toBe(false); // and goes on afterwards
});

it('serves somebody elsewhere soon, however many wait at one address, and those one after the other', async () => {
  const order: string[] = [];
  const compare = (by: string, n = 0) =>
    passwords.matches(undefined, 'Passw0rd', by).then(() => order.push(`${by} ${n}`));
  const storm = Array.from({ length: TAKEN }, (_, n) => compare('a storm', n));
  await Promise.all([...storm, compare('home')]);
  expect(order.indexOf('home 0')).toBeLessThan(TAKEN / 2);
  expect(order.indexOf('a storm 10')).toBeLessThan(order.indexOf(`a storm ${TAKEN - 10}`));
});

it('starves no address of many by others that come again and again with one', async () => {
  let isOver = false;
  const again = async (by: string) => {
    while (!isOver) await passwords.matches(undefined, 'Passw0rd', by);
  };
  const others = Array.from({ length: 5 }, (_, n) => again(`other ${n}`));
  await Promise.all(Array.from({ length: 5 }, () => passwords.matches(undefined, 'Passw0rd', 'a campus')));
  isOver = true;
  await Promise.all(others);
});

it('compares all 128 characters of a password, and matches none for an unknown account [asvs V6.2]', async () => {
  const long = `Aa1${'é'.repeat(125)}`;
  const hash = await passwords.hash(long, 'home');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches(hash, long, 'home')).toBe(true);
  for (const other of [long.slice(0, -1), `${long} `, long.toUpperCase(), long.normalize('NFD')])
    expect(await passwords.matches(hash, other, 'home')).toBe(false);
  expect(await passwords.matches(undefined, 'nobody has this password', 'home')).toBe(false);
});
