import { expect, it, jest, afterEach } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer, type FakeServer, ok } from '../../test/fake-server';
import { given, myMatches } from '../../test/given';
import { visit } from '../../test/visit';

const ada = given.student();
const contact = { email: 'grace@yale.edu', phoneNumber: '+1 203 555 0100' };
const dueIn = (minutes: number) => {
  const deadline = new Date(Date.now() + minutes * 60_000).toISOString();
  return given.match({ contact, request: { ...given.match().request, mealDescription: 'Ramen', deadline } });
};

afterEach(() => void jest.useRealTimers());

let server: FakeServer;

/** The student has looked at their matches, and the network has gone before they reload. */
async function reloadOffline(match = dueIn(29)) {
  server = fakeServer()
    .on(contract.matches.mine, myMatches(match))
    .on(contract.sessions.end, ok({ message: 'Bye' }));
  visit('/matches', { as: ada, server });
  await screen.findByRole('article');
  await waitFor(() => expect(localStorage.getItem('next meal')).not.toBeNull());
  return () => {
    cleanup();
    server.down();
    visit('/matches', { as: ada, server });
    return screen.findByRole('heading', { name: 'We could not reach SpareSwipe' });
  };
}

it('a start without a network shows the next meal, the phone number and the meet code', async () => {
  const reload = await reloadOffline();
  await reload();
  expect(await screen.findByRole('region', { name: 'Next meal' })).toHaveTextContent(
    /With Grace Hopper at Arrillaga Dining/,
  );
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Next meal',
    'We could not reach SpareSwipe',
  ]);
  // the menu has no links yet
  expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull();
  expect(screen.getByText('+1 203 555 0100')).toBeVisible();
  expect(screen.getByText('Grace', { selector: 'bdi' }).parentElement).toHaveTextContent(
    "Grace's phone shows the same.",
  );
});

it('a start on a network that does not respond shows it after some seconds', async () => {
  await reloadOffline();
  cleanup();
  jest.useFakeTimers({ advanceTimers: true });
  server.on(contract.users.me, () => new Promise<never>(() => {}));
  visit('/matches', { server });
  expect(await screen.findByText('Checking authentication...')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Next meal' })).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(await screen.findByText('+1 203 555 0100')).toBeVisible();
  expect(screen.getByText('Checking authentication...')).toBeVisible();
});

it('keeps the meet code on the whole screen when the network is back, until it is closed', async () => {
  const reload = await reloadOffline();
  await reload();
  await userEvent.click(await screen.findByRole('button', { name: /phone shows the same/ }));
  const meet = await screen.findByRole('dialog', { name: 'Meet Grace' });
  server.down(false);
  await userEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true }));
  await screen.findByRole('button', { name: 'Logout', hidden: true });
  expect(meet).toBeVisible();
  await userEvent.click(within(meet).getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your Matches' })).toBeVisible();
});

it('says who brings what, and shows no code before anybody can be there', async () => {
  const reload = await reloadOffline(dueIn(31));
  await reload();
  const meal = await screen.findByRole('region', { name: 'Next meal' });
  expect(meal).toHaveTextContent('You bring: Ramen');
  expect(meal).toHaveTextContent(/Your meet code appears today at /);
  expect(screen.queryByText(/phone shows the same/)).toBeNull();
});

it('a meal that was kept more than 12 hours ago is not shown', async () => {
  const reload = await reloadOffline();
  jest.useFakeTimers({ now: Date.now() + 12 * 3_600_000 + 1000, advanceTimers: true });
  await reload();
  expect(screen.queryByRole('region', { name: 'Next meal' })).toBeNull();
});

it('nothing of it stays on the device after a log-out', async () => {
  await reloadOffline();
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('link', { name: 'Start Your Journey' });
  expect(localStorage.getItem('next meal')).toBeNull();
});
