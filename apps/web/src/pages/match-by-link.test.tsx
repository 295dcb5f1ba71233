import { describe, expect, it, jest } from '@jest/globals';
import { contract, REFRESH_LISTS_SECONDS, type Match } from '@spareswipe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

const ada = given.student({ name: 'Ada Lovelace' });
const named = (mealDescription: string) => given.match({ request: { ...given.match().request, mealDescription } });

/** The soonest. */
const ramen = named('Ramen');

/** A server whose list has these matches; it knows Ramen too. */
const listing = (...matches: Match[]) =>
  fakeServer()
    .on(contract.matches.one, ({ params }) => (params.id === ramen._id ? ok({ match: ramen }) : failure('NOT_FOUND')))
    .on(contract.matches.mine, ({ query }) => {
      const shown = matches.filter(({ status }) => !query.status || status === query.status);
      const counts = { all: shown.length, accepted: shown.length, completed: 0 };
      const pagination = given.pagination({ total: shown.length });
      return ok({ matches: shown, pagination, counts });
    });

const panel = () => screen.findByRole('region', { name: 'The match you opened' });
const card = (name: string) => screen.findByRole('article', { name });

describe('the link to a match', () => {
  it('scrolls to the match in the list and focuses it, once', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    const server = listing(named('Soup'), ramen, named('Tacos'));
    visit(`/matches?open=${ramen._id}`, { as: ada, server });
    const item = (await card('Ramen')).closest('li')!;
    await waitFor(() => expect(item).toHaveFocus());
    // tabs scroll to themselves
    expect((scrolled.mock.contexts as Element[]).filter((element) => !element.matches('[role=tab]'))).toEqual([item]);
    // another tab must not scroll there again
    expect(address()).toBe('/matches');
    expect(screen.queryByRole('region', { name: 'The match you opened' })).toBeNull();
    scrolled.mockRestore();
  });

  it('focuses the match rather than the heading when it is followed from another screen', async () => {
    visit('/messages', { as: ada, server: listing(named('Soup'), ramen) });
    await userEvent.click((await screen.findAllByRole('link', { name: /^Contact/ }))[0]!);
    const item = (await card('Ramen')).closest('li')!;
    await waitFor(() => expect(item).toHaveFocus());
  });

  it('shows a match above the list that is not on its first page, until it is closed', async () => {
    visit(`/matches?open=${ramen._id}`, { as: ada, server: listing(named('Soup')) });
    const shown = await panel();
    expect(await within(shown).findByRole('article', { name: 'Ramen' })).toBeVisible();
    await waitFor(() => expect(shown).toHaveFocus());
    await userEvent.click(within(shown).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Ramen' })).toBeNull());
    expect(address()).toBe('/matches');
    expect(await card('Soup')).toBeVisible();
  });

  it('shows what has become of that match, as the list does of its own', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const server = listing(named('Soup'));
    visit(`/matches?open=${ramen._id}`, { as: ada, server });
    await card('Ramen');
    const match = { ...ramen, status: 'cancelled' as const, contact: null };
    server.on(contract.matches.one, ok({ match }));
    await act(() => jest.advanceTimersByTimeAsync(REFRESH_LISTS_SECONDS * 1000));
    expect(await within(await card('Ramen')).findByText('Cancelled')).toBeVisible();
    jest.useRealTimers();
  });

  it('says so where there is no such match, above the others', async () => {
    visit(`/matches?open=${given.match()._id}`, { as: ada, server: listing(named('Soup')) });
    expect(await screen.findByText('We could not find the match of this link.')).toBeVisible();
    expect(await card('Soup')).toBeVisible();
  });
});
