import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeWatchers } from '../../test/close-watchers';
import { fakeServer } from '../../test/fake-server';
import { given, myMatches, myRequests } from '../../test/given';
import { refresh } from '../../test/upcoming';
import { address, go, visit } from '../../test/visit';

/** Comes to the matches from the messages, and opens the rating dialog there. */
async function openRating() {
  const server = fakeServer().on(contract.matches.mine, myMatches(given.match()));
  visit('/messages', { as: given.student(), server });
  await userEvent.click(await screen.findByRole('link', { name: 'Your Matches' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rate & Report Issues' }));
  await screen.findByRole('dialog', { name: 'Rate Your Experience' });
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a dialog', () => {
  it('is closed by Escape, which returns the focus to its button', async () => {
    await openRating();
    await userEvent.keyboard('{Escape}');
    await isClosed();
    expect(address()).toBe('/matches');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rate & Report Issues' })).toHaveFocus());
  });

  it('gives the focus to the card of its button where the button is gone', async () => {
    const match = given.match();
    const server = fakeServer().on(contract.matches.mine, () => myMatches(match));
    visit('/matches', { as: given.student(), server });
    await userEvent.click(await screen.findByRole('button', { name: "I can't make it" }));
    await screen.findByRole('dialog');
    match.status = 'completed';
    refresh();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark Complete', hidden: true })).toBeNull());
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await waitFor(() => expect(screen.getByRole('article').closest('li')).toHaveFocus());
  });

  it('is closed by the platform, and leaves the page where it is', async () => {
    const platform = closeWatchers();
    await openRating();
    act(() => platform.requestClose());
    await isClosed();
    expect(address()).toBe('/matches');
    expect(screen.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
    expect(platform.watching).toHaveLength(0);
  });

  it('is closed with its screen when Back leaves that, and not opened again by Forward', async () => {
    await openRating();
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
    await isClosed();
    await go(1);
    expect(await screen.findByRole('heading', { name: 'Your Matches' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is closed when Back changes the list below it', async () => {
    await openRating();
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await userEvent.click(screen.getByRole('tab', { name: /Active/ }));
    expect(address()).toBe('/matches?status=accepted');
    await userEvent.click(await screen.findByRole('button', { name: 'Rate & Report Issues' }));
    await screen.findByRole('dialog');
    await go(-1);
    await isClosed();
    expect(address()).toBe('/matches');
  });

  it('leaves no history entry when its button closes it', async () => {
    await openRating();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
  });

  it('stays open when it is opened again as soon as it was closed', async () => {
    await openRating();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Rate & Report Issues' }));
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Rate Your Experience' })).toBeVisible());
  });
});

describe('a question', () => {
  it('is heard as it opens, with the focus on the answer that changes nothing', async () => {
    const student = given.student();
    const server = fakeServer().on(contract.requests.mine, myRequests(given.request({ isOwn: true })));
    visit('/my-requests', { as: student, server });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this request' });
    expect(dialog).toHaveAccessibleDescription(/Are you sure you want to cancel this request\?/);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep request' })).toHaveFocus());
    // Enter, pressed once too often, does no harm
    await userEvent.keyboard('{Enter}');
    await isClosed();
    expect(server.calls(contract.requests.cancel)).toHaveLength(0);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  });
});
