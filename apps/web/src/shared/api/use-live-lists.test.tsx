import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type MealRequest } from '@spareswipe/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { fakeServer, type FakeServer, ok } from '../../../test/fake-server';
import { given, myMatches } from '../../../test/given';
import { visit } from '../../../test/visit';

const mia = given.student();

/** A server on which these requests are open, as the array stands when it is asked, and which says what changes. */
function liveServer(open: MealRequest[]): FakeServer {
  return fakeServer()
    .live()
    .on(contract.users.me, ok({ user: mia }))
    .on(contract.requests.browse, () =>
      ok({ requests: [...open], pagination: given.pagination({ total: open.length }) }),
    );
}

const hide = (isHidden: boolean) =>
  act(() => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a list that is open', () => {
  it('says at once that there is a new request, and moves nothing until it is pressed', async () => {
    const open = [given.request({ mealDescription: 'Pad thai' })];
    const server = liveServer(open);
    visit('/requests', { as: mia, server });
    await screen.findByRole('article', { name: 'Pad thai' });
    await waitFor(() => expect(server.streams.size).toBe(1));
    open.unshift(given.request({ mealDescription: 'Ramen' }));
    act(() => server.tell('requests'));
    expect(await screen.findByRole('button', { name: '1 new request' })).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Ramen' })).toBeNull();
  });

  it('says at once that the request of a link is no longer open', async () => {
    const shared = given.request({ mealDescription: 'Ramen' });
    const server = liveServer([]).on(contract.requests.one, () => ok({ request: { ...shared } }));
    server.on(contract.matches.mine, myMatches());
    visit(`/requests?open=${shared._id}`, { as: mia, server });
    await screen.findByRole('article', { name: 'Ramen' });
    await waitFor(() => expect(server.streams.size).toBe(1));
    shared.status = 'matched';
    act(() => server.tell('requests'));
    expect(await screen.findByText('No longer open')).toBeVisible();
  });

  it('has one stream while its tab is shown, and none while it is hidden', async () => {
    const server = liveServer([given.request()]);
    visit('/requests', { as: mia, server });
    await waitFor(() => expect(server.streams.size).toBe(1));
    hide(true);
    await waitFor(() => expect(server.streams.size).toBe(0));
    hide(false);
    await waitFor(() => expect(server.streams.size).toBe(1));
  });

  it('asks for the changes of all campuses only where it shows all', async () => {
    const server = liveServer([given.request()]);
    visit('/requests', { as: mia, server });
    await waitFor(() => expect(server.streams.size).toBe(1));
    act(() => screen.getByRole('checkbox', { name: 'My campus' }).click());
    await waitFor(() => expect(server.askedForStreams).toEqual(['?campus=all', '']));
    await waitFor(() => expect(server.streams.size).toBe(1));
  });

  it('polls while the server has no stream for it, and asks again, first after 3 seconds', async () => {
    const server = fakeServer().on(contract.requests.browse, () =>
      ok({ requests: [given.request()], pagination: given.pagination({ total: 1 }) }),
    );
    visit('/requests', { as: mia, server });
    await waitFor(() => expect(server.askedForStreams).toHaveLength(1));
    server.live();
    await act(() => jest.advanceTimersByTimeAsync(2_900));
    expect(server.askedForStreams).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(100));
    await waitFor(() => expect(server.streams.size).toBe(1));
  });

  it('opens a stream again that the server has ended, and refreshes what it may have missed', async () => {
    const server = liveServer([given.request()]);
    visit('/requests', { as: mia, server });
    await waitFor(() => expect(server.streams.size).toBe(1));
    const asked = server.calls(contract.requests.browse).length;
    for (const stream of server.streams) stream.close();
    server.streams.clear();
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    await waitFor(() => expect(server.streams.size).toBe(1));
    await waitFor(() => expect(server.calls(contract.requests.browse).length).toBeGreaterThan(asked));
  });

  it('asks at once when the network is back, and again when a new stream is open: the old one may hang', async () => {
    const server = liveServer([given.request()]);
    visit('/requests', { as: mia, server });
    await waitFor(() => expect(server.streams.size).toBe(1));
    const [hanging] = server.streams;
    server.down();
    await act(() => jest.advanceTimersByTimeAsync(90_000));
    server.down(false);
    const asked = server.calls(contract.requests.browse).length;
    act(() => void window.dispatchEvent(new Event('online')));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(server.calls(contract.requests.browse).length).toBe(asked + 2);
    expect([server.streams.size, server.streams.has(hanging!)]).toEqual([1, false]);
  });
});
