import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

/** Comes to the matches from the messages, and opens the rating dialog there. */
async function openRating() {
  const server = fakeServer().on(contract.matches.mine, {
    status: 200,
    body: {
      success: true,
      matches: [given.match()],
      pagination: given.pagination(),
      counts: { all: 1, accepted: 1, completed: 0 },
    },
  });
  visit('/messages', { as: given.student(), server });
  await userEvent.click(await screen.findByRole('link', { name: 'Your Matches' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rate & Report Issues' }));
  await screen.findByRole('dialog', { name: 'Rate Your Experience' });
}

/** The browser's buttons; each takes a moment. */
const go = (steps: 1 | -1) =>
  act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.go(steps);
    await arrived;
  });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a dialog', () => {
  it('is closed by the phone’s Back, which leaves the page where it is', async () => {
    await openRating();
    await go(-1);
    await isClosed();
    expect(address()).toBe('/matches');
    expect(screen.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
  });

  it('that was closed by its button is no step that Back would have to take', async () => {
    await openRating();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await waitFor(() => expect(window.history.state).not.toHaveProperty('dialog'));
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
  });

  it('is not opened again by Forward', async () => {
    await openRating();
    await go(-1);
    await isClosed();
    await go(1);
    await waitFor(() => expect(window.history.state).not.toHaveProperty('dialog'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/matches');
  });
});
