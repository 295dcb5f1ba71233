import { afterEach, describe, expect, it } from '@jest/globals';
import { contract, type MealRequest } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

const ramen = given.request({ mealDescription: 'Ramen', requester: { name: 'Ana Ask', institution: 'yale' } });
const pizza = given.request({ mealDescription: 'Pizza' });

const serving = (request: MealRequest) =>
  fakeServer()
    .on(contract.requests.browse, {
      status: 200,
      body: { success: true, requests: [pizza], pagination: given.pagination() },
    })
    .on(contract.requests.one, { status: 200, body: { success: true, request } });
const panel = () => screen.findByRole('region', { name: 'Shared with you' });

describe('the link of a request', () => {
  it('shows it above the list, ready to be accepted, until it is closed', async () => {
    visit(`/requests?open=${ramen._id}&mealPeriod=lunch`, { as: given.student(), server: serving(ramen) });
    const shared = await panel();
    expect(await within(shared).findByRole('heading', { name: 'Ramen' })).toBeVisible();
    expect(within(shared).getByRole('button', { name: /^Accept/ })).toBeEnabled();
    expect(await screen.findByRole('heading', { name: 'Pizza' })).toBeVisible();
    await userEvent.click(within(shared).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Shared with you')).toBeNull();
    expect(address()).toBe('/requests?mealPeriod=lunch');
  });

  it.each([
    ['is gone', failure('NOT_FOUND')],
    [
      'is an own one and over',
      {
        status: 200 as const,
        body: { success: true as const, request: { ...ramen, isOwn: true, status: 'cancelled' as const } },
      },
    ],
  ])('says so kindly where it %s, beside the others', async (_, answer) => {
    const server = serving(ramen).on(contract.requests.one, answer);
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    expect(await within(await panel()).findByText(/no longer open/i)).toBeVisible();
    expect(within(await panel()).queryByRole('button', { name: /^Accept/ })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Pizza' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be taken back after an accept, although it is gone for others by then', async () => {
    const server = serving(ramen).on(contract.matches.accept, () => {
      server.on(contract.requests.one, failure('NOT_FOUND'));
      const match = given.match({ request: { ...given.match().request, _id: ramen._id } });
      return { status: 201 as const, body: { success: true as const, match } };
    });
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    await userEvent.click(await within(await panel()).findByRole('button', { name: /^Accept/ }));
    expect(await within(await panel()).findByRole('button', { name: /^Undo/ })).toBeVisible();
    const before = server.calls(contract.requests.one).length;
    await waitFor(() => expect(server.calls(contract.requests.one).length).toBeGreaterThanOrEqual(Math.max(2, before)));
    expect(within(await panel()).getByRole('button', { name: /^Undo/ })).toBeVisible();
    expect(screen.queryByText(/no longer open/i)).toBeNull();
  });

  it('can be loaded again where the network failed', async () => {
    const server = serving(ramen).on(contract.requests.one, failure('INTERNAL'));
    visit(`/requests?open=${ramen._id}`, { as: given.student(), server });
    const retry = await within(await panel()).findByRole('button', { name: 'Try again' }, { timeout: 3000 });
    server.on(contract.requests.one, { status: 200, body: { success: true, request: ramen } });
    await userEvent.click(retry);
    expect(await within(await panel()).findByRole('heading', { name: 'Ramen' })).toBeVisible();
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
