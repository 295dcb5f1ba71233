import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type Match, type MealRequest } from '@spareswipe/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { created, failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches, myRequests } from '../../test/given';
import { sentence } from '../../test/sentence';
import { address, visit } from '../../test/visit';

const ramen = given.request({ mealDescription: 'Ramen', requester: { name: 'Ana Ask', institution: 'yale' } });
const pizza = given.request({ mealDescription: 'Pizza' });

const serving = (request: MealRequest, matches: Match[] = []) =>
  fakeServer()
    .on(contract.requests.browse, ok({ requests: [pizza], pagination: given.pagination() }))
    .on(contract.matches.mine, myMatches(...matches))
    .on(contract.requests.one, ok({ request }));
const panel = () => screen.findByRole('region', { name: 'Shared with you' });

describe('the link of a request', () => {
  it('shows it above the list, ready to be accepted, until it is closed', async () => {
    visit(`/requests?open=${ramen._id}&mealPeriod=lunch`, { as: given.student(), server: serving(ramen) });
    const shared = await panel();
    expect(await within(shared).findByRole('heading', { name: 'Ramen' })).toBeVisible();
    await waitFor(() => expect(shared).toHaveFocus());
    expect(within(shared).getByRole('button', { name: /^Accept/ })).toBeEnabled();
    expect(await screen.findByRole('heading', { name: 'Pizza' })).toBeVisible();
    await userEvent.click(within(shared).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Shared with you')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(address()).toBe('/requests?mealPeriod=lunch');
  });

  it('says so kindly where it is gone, beside the others', async () => {
    const server = serving(ramen).on(contract.requests.one, failure('NOT_FOUND'));
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    expect(await within(await panel()).findByText(/no longer open/i)).toBeVisible();
    expect(within(await panel()).queryByRole('button', { name: /^Accept/ })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Pizza' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  const { request, ...helping } = given.match({ contact: { email: 'ana@yale.edu', phoneNumber: '+1 203 555 0100' } });
  const match = { ...helping, request: { ...request, _id: ramen._id, mealDescription: 'Ramen' } };

  it('shows the match of a student who helped', async () => {
    const server = serving(ramen, [{ ...match, status: 'completed' }]).on(contract.requests.one, failure('NOT_FOUND'));
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    expect(await within(await panel()).findByText('You fulfilled')).toBeVisible();
    expect(screen.queryByText(/no longer open/i)).toBeNull();
  });

  it('says to the student who was to help that the match was called off', async () => {
    const calledOff = {
      ...match,
      status: 'cancelled' as const,
      request: { ...match.request, status: 'cancelled' as const },
    };
    const server = serving(ramen, [calledOff]).on(contract.requests.one, failure('NOT_FOUND'));
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    expect(
      await within(await panel()).findByText(
        sentence('This match was called off, and the meal went back to Grace Hopper.'),
      ),
    ).toBeVisible();
  });

  it('shows the match of an own request that has one', async () => {
    const own = { ...ramen, isOwn: true, status: 'matched' as const };
    const server = serving(own, [{ ...match, userRole: 'requester' }]);
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    expect(await within(await panel()).findByText('You requested')).toBeVisible();
  });

  it('shows an own request that has ended without one', async () => {
    visit(`/requests?open=${ramen._id}`, {
      as: given.student(),
      server: serving({ ...ramen, isOwn: true, status: 'expired' }),
    });
    expect(await within(await panel()).findByText('Meal Refunded')).toBeVisible();
  });

  it.each(['my', 'no/such request?'])('says so where the address has no id: %s', async (id) => {
    const server = serving(ramen)
      .on(contract.requests.mine, myRequests())
      .on(contract.requests.places, ok({ places: [] }));
    visit(`/requests?open=${encodeURIComponent(id)}`, { as: given.student(), server });
    expect(await within(await panel()).findByText(/no longer open/i)).toBeVisible();
  });

  it('can be taken back after an accept, although it is gone for others by then', async () => {
    const server = serving(ramen).on(contract.matches.accept, () => {
      server.on(contract.requests.one, failure('NOT_FOUND'));
      const createdAt = new Date().toISOString();
      const match = given.match({ createdAt, request: { ...given.match().request, _id: ramen._id } });
      return created({ match });
    });
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    await userEvent.click(await within(await panel()).findByRole('button', { name: /^Accept/ }));
    expect(await within(await panel()).findByRole('button', { name: /^Undo/ })).toBeVisible();
    // read in the place of the button that is gone
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/^You're helping/));
    const before = server.calls(contract.requests.one).length;
    await waitFor(() => expect(server.calls(contract.requests.one).length).toBeGreaterThanOrEqual(Math.max(2, before)));
    expect(within(await panel()).getByRole('button', { name: /^Undo/ })).toBeVisible();
    expect(screen.queryByText(/no longer open/i)).toBeNull();
  });

  it('can be loaded again where the network failed', async () => {
    const server = serving(ramen).on(contract.requests.one, failure('INTERNAL'));
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    const retry = await within(await panel()).findByRole('button', { name: 'Try again' });
    server.on(contract.requests.one, ok({ request: ramen }));
    await userEvent.click(retry);
    expect(await within(await panel()).findByRole('heading', { name: 'Ramen' })).toBeVisible();
  });
});

describe('the link of a request, opened without an account', () => {
  const registered = () => {
    visit(`/requests?open=${ramen._id}`);
    return screen.findByText('Log in to see this request');
  };
  const atHome = () => {
    cleanup();
    const server = serving(ramen)
      .on(contract.account.stats, ok({ stats: given.stats() }))
      .on(contract.requests.mine, myRequests())
      .on(contract.matches.mine, myMatches());
    visit('/dashboard', { as: given.student(), server });
    return screen.findByRole('list', { name: 'Your numbers' });
  };

  it('waits on the dashboard of the student who registers, until it is opened', async () => {
    await registered();
    await atHome();
    await userEvent.click(within(await panel()).getByRole('link', { name: 'See request' }));
    expect(address()).toBe(`/requests?open=${ramen._id}`);
    expect(await within(await panel()).findByRole('heading', { name: 'Ramen' })).toBeVisible();
    await atHome();
    expect(screen.queryByText(/shared with you/i)).toBeNull();
  });

  it('can be declined', async () => {
    await registered();
    await atHome();
    await userEvent.click(within(await panel()).getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(/shared with you/i)).toBeNull();
    await atHome();
    expect(screen.queryByText(/shared with you/i)).toBeNull();
  });
});

describe('sharing a request', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'share'));
  const link = `http://localhost/requests?open=${pizza._id}`;

  async function share() {
    const user = userEvent.setup();
    visit('/requests', { as: given.student(), server: serving(ramen) });
    await user.click(await screen.findByRole('button', { name: 'Share' }));
  }

  it('copies its link where the browser has no share sheet, and says so', async () => {
    await share();
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  it('shows its link to copy by hand where it may not be copied', async () => {
    const user = userEvent.setup();
    visit('/requests', { as: given.student(), server: serving(ramen) });
    const button = await screen.findByRole('button', { name: 'Share' });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(button);
    const shown = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
    await waitFor(() => expect(shown).toHaveFocus());
    expect(shown.value.slice(shown.selectionStart!, shown.selectionEnd!)).toBe(link);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('opens the share sheet of a phone with the link and nothing about the student', async () => {
    const shared: unknown[] = [];
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: (data: unknown) => Promise.resolve(shared.push(data)),
    });
    await share();
    await waitFor(() => expect(shared).toEqual([{ title: 'A meal request on SpareSwipe', url: link }]));
    expect(screen.queryByText('Link copied')).toBeNull();
  });

  it('does nothing more where the student closes the share sheet', async () => {
    const closed = () => Promise.reject(new DOMException('closed', 'AbortError'));
    Object.defineProperty(navigator, 'share', { configurable: true, value: closed });
    await share();
    expect(screen.queryByText('Link copied')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
