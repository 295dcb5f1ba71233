import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, go, visit } from '../../test/visit';

const nav = () => screen.getByRole('navigation', { name: 'Main' });
const navLink = (name: string | RegExp) => within(nav()).findByRole('link', { name });

describe('the navigation', () => {
  it('offers a visitor to log in or register', async () => {
    visit('/');
    expect(await navLink('Log in')).toHaveAttribute('href', '/login');
    expect(await navLink('Register')).toHaveAttribute('href', '/register');
  });

  it('leads a verified student everywhere', async () => {
    visit('/messages', { as: given.student({ name: 'Ada Lovelace', credits: 3 }) });
    expect(await navLink('Dashboard')).toHaveAttribute('href', '/dashboard');
    expect(await navLink('Browse Requests')).toHaveAttribute('href', '/requests');
    expect(await navLink('Create Request')).toHaveAttribute('href', '/create-request');
    expect(await navLink('My Requests')).toHaveAttribute('href', '/my-requests');
    expect(await navLink('Matches')).toHaveAttribute('href', '/matches');
    expect(await navLink('3 Meals')).toHaveAttribute('href', '/purchase-meals');
    expect(await navLink('Ada Lovelace')).toHaveAttribute('href', '/profile');
    expect(within(nav()).getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  it('offers an unverified student what a visitor gets', async () => {
    visit('/', { as: given.student({ verified: false }) });
    expect(await navLink('Log in')).toBeVisible();
  });

  it.each([
    [0, true],
    [1, true],
    [2, false],
  ])('with %i meals left highlights them: %s', async (credits, isLow) => {
    visit('/messages', { as: given.student({ credits }) });
    const purchase = await navLink(`${credits} Meals`);
    expect(purchase.hasAttribute('data-low')).toBe(isLow);
  });

  it('opens and closes the menu of small screens, also by Escape', async () => {
    visit('/');
    const burger = screen.getByRole('button', { name: 'Open menu' });
    expect(burger).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(burger);
    expect(screen.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    expect(burger).toHaveAttribute('aria-expanded', 'false');
    expect(burger).toHaveFocus();
  });

  it('closes the menu when a link is followed', async () => {
    visit('/');
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    await userEvent.click(await navLink('Log in'));
    await screen.findByRole('heading', { name: 'Welcome Back' });
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('the menu of small screens', () => {
  const isOpen = () => screen.queryByRole('button', { name: 'Close menu' }) !== null;
  const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Open menu' }));

  async function openOnSecondScreen() {
    visit('/register');
    await userEvent.click(await navLink('Log in'));
    await screen.findByRole('heading', { name: 'Welcome Back' });
    await openMenu();
    expect(isOpen()).toBe(true);
    await waitFor(() => expect(window.history.state).toHaveProperty('overlay'));
  }

  it('is closed by the phone’s Back, which leaves the page where it is', async () => {
    await openOnSecondScreen();
    await go(-1);
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus();
    expect(address()).toBe('/login');
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toBeVisible();
  });

  it('that was closed by its button is no step that Back would have to take', async () => {
    await openOnSecondScreen();
    await userEvent.click(screen.getByRole('button', { name: 'Close menu' }));
    await waitFor(() => expect(window.history.state).not.toHaveProperty('overlay'));
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toBeVisible();
  });

  it('leads to a screen from which Back returns at once', async () => {
    await openOnSecondScreen();
    const steps = window.history.length;
    await userEvent.click(await navLink('Register'));
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toHaveFocus();
    expect(window.history.length).toBe(steps);
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(isOpen()).toBe(false);
    expect(window.history.state).not.toHaveProperty('overlay');
  });

  it('only closes by the link to the screen one is on', async () => {
    await openOnSecondScreen();
    await userEvent.click(await navLink('Log in'));
    expect(isOpen()).toBe(false);
    await waitFor(() => expect(window.history.state).not.toHaveProperty('overlay'));
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toBeVisible();
  });

  it('does not open again when Back returns to the screen that was left with it open', async () => {
    await openOnSecondScreen();
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }));
    await screen.findByRole('heading', { name: 'Join Our Community' });
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(isOpen()).toBe(false);
  });

  it('lets a student log out', async () => {
    const server = fakeServer().on(contract.auth.logout, { status: 200, body: { success: true, message: 'Bye' } });
    visit('/messages', { as: given.student(), server });
    await screen.findByRole('heading', { level: 1 });
    await openMenu();
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('link', { name: 'Start Your Journey' })).toBeVisible();
    expect(address()).toBe('/');
    expect(isOpen()).toBe(false);
  });
});
