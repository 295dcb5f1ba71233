import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, go, visit } from '../../test/visit';
import { thisPage } from '../shared/load-script';
import { ScreenError } from './screen-error';

const nav = () => screen.getByRole('navigation', { name: 'Main' });
const navLink = (name: string | RegExp) => within(nav()).findByRole('link', { name });

describe('a new screen', () => {
  it('names the document and takes the focus to its heading', async () => {
    visit('/');
    await userEvent.click(await navLink('Log in'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toHaveFocus();
    expect(document.title).toBe('Welcome Back · SpareSwipe');
  });

  it('also takes the focus when it is the first one and the student comes back to it', async () => {
    visit('/login');
    await screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Join Our Community' })).toHaveFocus();
    await go(-1);
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toHaveFocus();
  });

  it('that is the first one leaves the focus where the browser puts it', async () => {
    visit('/login');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).not.toHaveFocus();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
  });
});

describe('the session', () => {
  it('ends with Logout, on the landing page, and on the server [spec §2.5 §4.7]', async () => {
    const server = fakeServer().on(contract.sessions.end, ok({ message: 'Bye' }));
    visit('/messages', { as: given.student(), server });
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('link', { name: 'Start Your Journey' })).toBeVisible();
    expect(address()).toBe('/');
    expect(localStorage.getItem('token')).toBeNull();
    await waitFor(() => expect(server.calls(contract.sessions.end)).toHaveLength(1));
    const [{ headers } = { headers: new Headers() }] = server.calls(contract.sessions.end);
    expect(headers.get('authorization')).toBe('Bearer token of Ada Lovelace');
    // nothing asks for the current user any more
    expect(server.calls(contract.users.me)).toHaveLength(1);
  });

  it('has ended by the time the address says that the student has left', async () => {
    const server = fakeServer().on(contract.sessions.end, ok({ message: 'Bye' }));
    visit('/messages', { as: given.student(), server });
    const logout = await screen.findByRole('button', { name: 'Logout' });
    const tokens: unknown[] = [];
    const go = window.history.pushState.bind(window.history);
    const pushState = jest.spyOn(window.history, 'pushState').mockImplementation((...args) => {
      go(...args);
      queueMicrotask(() => tokens.push([address(), localStorage.getItem('token')]));
    });
    await userEvent.click(logout);
    await waitFor(() => expect(tokens).toEqual([['/', null]]));
    pushState.mockRestore();
  });

  it('ends without another step of the history where the student is on the landing page', async () => {
    const server = fakeServer().on(contract.sessions.end, ok({ message: 'Bye' }));
    visit('/', { as: given.student(), server });
    const steps = window.history.length;
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('link', { name: 'Start Your Journey' })).toBeVisible();
    expect(window.history.length).toBe(steps);
  });

  it('ends with Logout even when the server cannot be told', async () => {
    const server = fakeServer();
    visit('/messages', { as: given.student(), server });
    await screen.findByRole('heading', { name: 'Messages Coming Soon' });
    server.down();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('link', { name: 'Start Your Journey' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('ends here when it ends in another tab', async () => {
    visit('/profile', { as: given.student() });
    await screen.findByRole('heading', { level: 1 });
    localStorage.removeItem('token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  });

  it('becomes the other student’s when another tab logs in as them', async () => {
    const server = fakeServer();
    visit('/messages', { as: given.student({ name: 'Ada Lovelace' }), server });
    await navLink('Ada Lovelace');
    const grace = given.student({ name: 'Grace Hopper' });
    server.on(contract.users.me, ok({ user: grace }));
    localStorage.setItem('token', 'token of Grace Hopper');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(await navLink('Grace Hopper')).toBeVisible();
  });

  it('that the server ended leads to log in, also from the landing page [spec §7.9]', async () => {
    const server = fakeServer();
    visit('/', { as: given.student(), server });
    server.on(contract.users.me, failure('UNAUTHENTICATED'));
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(address()).toBe('/login');
  });
});

describe('the offline notice', () => {
  let isOnline = true;
  beforeEach(() => void jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline));
  afterEach(() => {
    isOnline = true;
    jest.restoreAllMocks();
  });

  it('comes and goes with the network, which is heard', async () => {
    visit('/');
    const regions = screen.getAllByRole('status');
    const notice = /You are offline/;
    isOnline = false;
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText(notice)).toBeVisible();
    isOnline = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(notice)).not.toBeInTheDocument());
    expect(regions).toContain(screen.getByText('You are online again.'));
  });
});

describe('getting around', () => {
  it('skips to the content without leaving the address', async () => {
    visit('/login');
    await userEvent.click(await screen.findByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(window.location.hash).toBe('');
  });

  it('reloads the page when it did not load and the browser is online again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // React reports the error it caught
    jest.spyOn(thisPage, 'isServed').mockResolvedValue(true);
    const reload = jest.spyOn(thisPage, 'reload').mockReturnValue();
    renderBroken();
    expect(reload).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(reload).toHaveBeenCalled());
  });

  it('says so when a screen does not load', () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // React reports the error it caught
    renderBroken();
    expect(screen.getByRole('heading', { name: 'This screen did not load' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  });
});

function Broken(): never {
  throw new Error('Importing a module script failed.');
}

const renderBroken = () =>
  render(
    <MantineProvider>
      <ScreenError>
        <Broken />
      </ScreenError>
    </MantineProvider>,
  );
