import { contract, type Match } from '@spareswipe/contract';
import { act, type screen } from '@testing-library/react';
import { fakeServer } from './fake-server';
import { given } from './given';

/** Ada's matches that lie ahead, with Grace, for tests of the screens that show them. */

export const ada = given.student({ name: 'Ada Lovelace' });
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
export const meal = (fields: Partial<Match['request']>) => ({ ...given.match().request, ...fields });
export const counts = { all: 0, active: 0, matched: 0, completed: 0, cancelled: 0, expired: 0, accepted: 0 };
export const pagination = given.pagination();
const stats = { requests: { active: 1, total: 1 }, fulfillments: { total: 1 }, totalCompleted: 1 };

/** A server with these matches and no requests. */
export const having = (...matches: Match[]) =>
  fakeServer()
    .on(contract.account.stats, { status: 200, body: { success: true, stats } })
    .on(contract.requests.mine, { status: 200, body: { success: true, requests: [], pagination, counts } })
    .on(contract.matches.mine, ({ query }) => {
      const shown = matches.filter(({ status }) => !query.status || status === query.status);
      return { status: 200 as const, body: { success: true as const, matches: shown, pagination, counts } };
    });

/** The addresses behind the links that reach Grace. */
export const ways = (within_: { getByRole: typeof screen.getByRole }) =>
  ['Text', 'Call', 'Email'].map((way) =>
    within_.getByRole('link', { name: `${way} Grace Hopper` }).getAttribute('href'),
  );
export const refresh = () => act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

export const reachGraceAt = (place: string, what = 'about our meal at') => {
  const first = encodeURIComponent(`Hi Grace, ${what} ${place}, SpareSwipe`);
  return [
    `sms:+12035550100?&body=${first}`,
    'tel:+12035550100',
    `mailto:grace@yale.edu?subject=SpareSwipe&body=${first}`,
  ];
};
