import { contract, type Match } from '@spareswipe/contract';
import { act, type screen } from '@testing-library/react';
import { fakeServer, ok } from './fake-server';
import { given, myMatches, myRequests } from './given';

/** Ada's matches that lie ahead, with Grace, for tests of the screens that show them. */

export const ada = given.student({ name: 'Ada Lovelace' });
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
export const meal = (fields: Partial<Match['request']>) => ({ ...given.match().request, ...fields });
const stats = given.stats({ requests: { active: 1, total: 1 } });

/** A server with these matches and no requests. */
export const having = (...matches: Match[]) =>
  fakeServer()
    .on(contract.account.stats, ok({ stats }))
    .on(contract.requests.mine, myRequests())
    .on(contract.matches.mine, ({ query }) =>
      myMatches(...matches.filter(({ status }) => !query.status || status === query.status)),
    );

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
