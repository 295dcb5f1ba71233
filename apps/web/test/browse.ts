import { contract, type MealRequest } from '@spareswipe/contract';
import { screen, within } from '@testing-library/react';
import { created, fakeServer, ok } from './fake-server';
import { given, myMatches } from './given';

export const mia = given.student({ name: 'Mia Chen' });

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

export const card = async (name: string) => within(await screen.findByRole('article', { name }));

/** A server on which these requests are open, until they are accepted. */
export function campusWith(...requests: MealRequest[]) {
  const accepted = new Set<unknown>();
  return fakeServer()
    .on(contract.requests.browse, ({ query }) => {
      const open = requests.filter(({ _id }) => !accepted.has(_id));
      const pages = query.search === undefined ? 3 : 1;
      const pagination = given.pagination({ total: open.length, pages, current: Number(query.page), hasNext: true });
      return ok({ requests: open, pagination });
    })
    .on(contract.matches.mine, myMatches())
    .on(contract.matches.accept, ({ body }) => {
      accepted.add(body.requestId);
      const match = given.match({ createdAt: new Date().toISOString() });
      return created({ match });
    });
}
