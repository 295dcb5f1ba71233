import { describe, expect, it } from '@jest/globals';
import { contract, type Match } from '@spareswipe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { fill } from '../../test/fill';
import { given } from '../../test/given';
import { address, go, visit } from '../../test/visit';

const ada = given.student({ name: 'Ada Lovelace' });
const completed = (fields: Partial<Match> = {}) =>
  given.match({
    status: 'completed',
    said: { requester: false, fulfiller: true },
    userRole: 'requester',
    fulfiller: { name: 'Ben Okafor' },
    ...fields,
  });

/** A server with this match of Ada's on another page of her list than the first. */
const serverWith = (match: Match) =>
  fakeServer()
    .on(contract.matches.one, ({ params }) => (params.id === match._id ? ok({ match }) : failure('NOT_FOUND')))
    .on(contract.matches.mine, ({ query }) => {
      const current = Number(query.page);
      const pagination = given.pagination({ current, pages: 3, total: 21, hasNext: current < 3, hasPrev: current > 1 });
      const counts = { all: 21, accepted: 0, completed: 21 };
      return ok({ matches: [given.match()], pagination, counts });
    })
    .on(contract.ratings.rate, ({ body }) => {
      match.rating = {
        ...match.rating,
        requesterRating: { score: null, followedThrough: body.followedThrough === true },
      };
      return ok({ match });
    });

async function dialog() {
  const opened = await screen.findByRole('dialog', { name: 'Rate Your Experience' });
  await waitFor(() => expect(opened).toBeVisible());
  return opened;
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const list = () => screen.findByRole('group', { name: 'Matches' });

/** A new step of history, as a press on a link is. */
const arrive = (path: string) =>
  act(() => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

describe('the link of a notification that asks how it went', () => {
  it('opens the rating as the card does, with Yes chosen, so that nobody disputes a meal by mistake, also after logging in', async () => {
    const match = completed();
    const server = serverWith(match)
      .on(contract.auth.login, ok({ user: ada, token: 'fresh' }))
      .on(contract.users.me, ok({ user: ada }));
    visit(`/matches?rate=${match._id}`, { server });
    await fill({ Email: ada.email, Password: 'Sunny-Day1' });
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    const rating = within(await dialog());
    expect(rating.getByRole('radio', { name: 'Yes' })).toBeChecked();
    expect(rating.getByRole('radio', { name: '5 stars' })).toBeChecked();
    expect(address()).toBe(`/matches?rate=${match._id}`);
  });
});

describe('the link of the mail that says "It did not happen"', () => {
  it('opens the rating of its match, whatever page that is on, with No chosen, and is taken out of the address by Cancel and Close, without a step of history', async () => {
    const match = completed();
    const server = serverWith(match);
    visit('/messages', { as: ada, server });
    await screen.findByRole('heading', { name: 'Messages Coming Soon' });
    const steps = window.history.length;
    arrive(`/matches?page=2&rate=${match._id}&happened=no`);
    const rating = within(await dialog());
    expect(rating.getByRole('group', { name: 'Did Ben Okafor follow through and provide the meal?' })).toBeVisible();
    expect(rating.getByRole('radio', { name: 'No' })).toBeChecked();
    expect(rating.getByRole('radio', { name: 'No' })).toHaveFocus();
    expect(rating.getByRole('note', { name: /^Ben Okafor will get a strike/ })).toBeVisible();
    await userEvent.click(rating.getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(address()).toBe('/matches?page=2');
    expect(window.history).toHaveLength(steps + 1);
    arrive(`/matches?page=2&rate=${match._id}&happened=no`);
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    await closed();
    expect(address()).toBe('/matches?page=2');
    expect(window.history).toHaveLength(steps + 2);
    expect(server.calls(contract.ratings.rate)).toHaveLength(0);
    await list();
  });

  it('is taken out of the address once the rating is given, and opens no second one', async () => {
    const match = completed();
    const server = serverWith(match);
    visit(`/matches?rate=${match._id}&happened=no`, { as: ada, server });
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Submit Rating' }));
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    await closed();
    expect(address()).toBe('/matches');
    expect(server.calls(contract.ratings.rate)[0]?.body).toMatchObject({ followedThrough: false });
    expect(screen.queryByText('You have already rated this match.')).toBeNull();
  });

  it('says nothing about the rating that is just given while the lists reload behind the dialog', async () => {
    const match = completed();
    const server = serverWith(match);
    visit(`/matches?rate=${match._id}`, { as: ada, server });
    const submit = within(await dialog()).getByRole('button', { name: 'Submit Rating' });
    await list();
    server.on(contract.matches.mine, () => new Promise<never>(() => undefined));
    const asked = server.calls(contract.matches.one).length;
    await userEvent.click(submit);
    await waitFor(() => expect(server.calls(contract.matches.one).length).toBeGreaterThan(asked));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(screen.queryByText('You have already rated this match.')).toBeNull();
  });

  it('stays in the address that Back leaves and Forward returns to', async () => {
    const match = completed();
    visit('/messages', { as: ada, server: serverWith(match) });
    await screen.findByRole('heading', { name: 'Messages Coming Soon' });
    arrive(`/matches?rate=${match._id}`);
    await dialog();
    await go(-1);
    await closed();
    expect(address()).toBe('/messages');
    await go(1);
    expect(await dialog()).toBeVisible();
    expect(address()).toBe(`/matches?rate=${match._id}`);
  });

  it.each<[string, Partial<Match>, string]>([
    [
      'rated already',
      { rating: { requesterRating: { score: 5, followedThrough: true }, fulfillerRating: null } },
      'You have already rated this match.',
    ],
    ['cancelled', { status: 'cancelled' }, 'This match was cancelled, so there is nothing to rate.'],
  ])('says so quietly when the match is %s', async (_why, fields, reason) => {
    const match = completed(fields);
    visit(`/matches?rate=${match._id}`, { as: ada, server: serverWith(match) });
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
    expect(address()).toBe('/matches');
  });

  it.each(['01940000-0000-7000-8000-000000000000', 'my'])(
    'says so quietly when there is no such match of the student: %s',
    async (id) => {
      visit(`/matches?rate=${encodeURIComponent(id)}`, { as: ada, server: serverWith(completed()) });
      expect(await screen.findByText('We could not find the match of this link.')).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.queryByRole('dialog')).toBeNull();
      await list();
    },
  );

  it('can be tried again when the match could not be loaded', async () => {
    const match = completed();
    const server = serverWith(match).on(contract.matches.one, failure('INTERNAL'));
    visit(`/matches?rate=${match._id}`, { as: ada, server });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.on(contract.matches.one, ok({ match }));
    await userEvent.click(retry);
    expect(await dialog()).toBeVisible();
  });
});
