import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type Match, type MealRequest } from '@spareswipe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { places } from '../../test/cards';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myRequests } from '../../test/given';
import { address, visit } from '../../test/visit';

const mia = given.student({ name: 'Mia Chen' });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const refresh = () => act(() => jest.advanceTimersByTimeAsync(21_000));
const back = () =>
  act(() => {
    window.history.back();
    return jest.advanceTimersByTimeAsync(1000);
  });
const closed = async () => {
  await act(() => jest.advanceTimersByTimeAsync(1000));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

/** Opens the list and the dialog behind this button; what happens to the item meanwhile is known by the next refresh. */
async function open(path: string, server: ReturnType<typeof fakeServer>, button: string) {
  visit(path, { as: mia, server });
  await user().click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

function ownRequest() {
  const request: MealRequest = given.request({ isOwn: true });
  const server = fakeServer()
    .on(contract.requests.mine, () => myRequests(request))
    .on(contract.requests.cancel, failure('REQUEST_NOT_ACTIVE'));
  return { request, server };
}

function matchUnderWay() {
  const match: Match = given.match();
  const pagination = given.pagination({ pages: 2, total: 11, current: 2, hasPrev: true });
  const list = { matches: [match], pagination };
  const counts = { all: 11, accepted: 11, completed: 0 };
  const server = fakeServer()
    .on(contract.matches.mine, () => ok({ ...list, counts }))
    .on(contract.matches.release, failure('MATCH_NOT_ACTIVE'));
  return { match, list, server };
}

describe('a question about an item that has changed meanwhile', () => {
  it('whether to cancel is answered by the server, and the focus stays on the page', async () => {
    const { request, server } = ownRequest();
    const dialog = await open('/my-requests', server, 'Cancel');
    request.status = 'matched';
    await refresh();
    await user().click(dialog.getByRole('button', { name: 'Yes, cancel request' }));
    expect(await screen.findByText('Only active requests can be cancelled')).toBeVisible();
    await closed();
    expect(document.body).not.toHaveFocus();
  });

  it('whether to release a match changes nothing on no, and the focus stays on the page', async () => {
    const { match, server } = matchUnderWay();
    const dialog = await open('/matches', server, "I can't make it");
    match.status = 'completed';
    await refresh();
    await user().click(dialog.getByRole('button', { name: 'Keep this match' }));
    await closed();
    expect(document.body).not.toHaveFocus();
    expect(server.calls(contract.matches.release)).toHaveLength(0);
  });
});

describe('a rating being written', () => {
  it('keeps words and focus when the page of the list behind it no longer exists, and one Back leaves that list', async () => {
    const { list, server } = matchUnderWay();
    const second = list.pagination;
    list.pagination = given.pagination({ pages: 2, total: 11, hasNext: true });
    visit('/messages', { as: mia, server });
    await user().click(await screen.findByRole('link', { name: 'Your Matches' }));
    const next = await screen.findByRole('button', { name: 'Next' });
    list.pagination = second;
    await user().click(next);
    await waitFor(() => expect(address()).toBe('/matches?page=2'));
    await user().click(await screen.findByRole('button', { name: 'Rate Experience' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user().click(dialog.getByLabelText('Comment (optional)'));
    await user().paste('Waited an hour');
    list.matches = [];
    list.pagination = given.pagination({ pages: 1, total: 10, current: 2, hasPrev: true });
    await refresh();
    expect(dialog.getByLabelText('Comment (optional)')).toHaveValue('Waited an hour');
    expect(dialog.getByLabelText('Comment (optional)')).toHaveFocus();

    await user().click(dialog.getByRole('button', { name: 'Cancel' }));
    await closed();
    // the page that no longer exists stays until the student leaves it
    expect(places('Matches')).toHaveLength(1);
    await back();
    expect(address()).toBe('/matches');
    await back();
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
  });
});
