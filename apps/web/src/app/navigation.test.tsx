import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { contract, REFRESH_LISTS_SECONDS } from '@spareswipe/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeWatchers } from '../../test/close-watchers';
import { fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, go, visit } from '../../test/visit';

afterEach(() => void jest.useRealTimers());

const nav = () => screen.getByRole('navigation', { name: 'Main' });
const navLink = (name: string | RegExp) => within(nav()).findByRole('link', { name });

describe('the navigation', () => {
  it('offers a visitor to log in or register [spec §2.14]', async () => {
    visit('/');
    expect(await navLink('Log in')).toHaveAttribute('href', '/login');
    expect(await navLink('Register')).toHaveAttribute('href', '/register');
  });

  it('leads a verified student everywhere [spec §2.10]', async () => {
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
    [0, '0 Meals', true],
    [1, '1 Meal', true],
    [2, '2 Meals', false],
  ])('with %i meals left says "%s" and highlights them: %s [spec §2.11 §9.2]', async (credits, words, isLow) => {
    visit('/messages', { as: given.student({ credits }) });
    const purchase = await navLink(words);
    expect(purchase.hasAttribute('data-low')).toBe(isLow);
  });

  it('says how many meals are left when some come or go', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const student = given.student({ credits: 3 });
    const server = fakeServer().on(contract.users.me, () => ok({ user: student }));
    visit('/messages', { as: student, server });
    const number = (await navLink('3 Meals')).querySelector('[aria-live=polite]');
    student.credits = 4;
    await act(() => jest.advanceTimersByTimeAsync(REFRESH_LISTS_SECONDS * 1000));
    expect(await navLink('4 Meals')).toContainElement(number as HTMLElement);
    expect(number).toHaveTextContent('4 Meals');
  });

  it('opens and closes the menu of small screens, also by Escape [spec §2.13]', async () => {
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

/** A phone whose width answers every media query alike. */
function turnablePhone() {
  const queries = new Set<EventTarget & { matches: boolean }>();
  jest.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const query = Object.assign(new EventTarget(), { matches: false, media });
    queries.add(query);
    return query as unknown as MediaQueryList;
  });
  return ({ hasRoom }: { hasRoom: boolean }) => {
    for (const query of queries) {
      query.matches = hasRoom;
      query.dispatchEvent(Object.assign(new Event('change'), { matches: hasRoom }));
    }
  };
}

describe('the menu of small screens', () => {
  afterEach(() => void jest.restoreAllMocks());

  const isOpen = () => screen.queryByRole('button', { name: 'Close menu' }) !== null;
  const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Open menu' }));

  async function openOnSecondScreen() {
    visit('/register');
    await userEvent.click(await navLink('Log in'));
    await screen.findByRole('heading', { name: 'Welcome Back' });
    await openMenu();
    expect(isOpen()).toBe(true);
  }

  it('is closed by the platform, and leaves the page where it is', async () => {
    const platform = closeWatchers();
    await openOnSecondScreen();
    act(() => platform.requestClose());
    expect(isOpen()).toBe(false);
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus();
    expect(address()).toBe('/login');
  });

  it('is closed with the screen that Back leaves', async () => {
    await openOnSecondScreen();
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toBeVisible();
    expect(isOpen()).toBe(false);
  });

  it('leaves no history entry when its button closes it', async () => {
    await openOnSecondScreen();
    await userEvent.click(screen.getByRole('button', { name: 'Close menu' }));
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toBeVisible();
  });

  it('leads to a screen from which Back returns at once', async () => {
    await openOnSecondScreen();
    const steps = window.history.length;
    await userEvent.click(await navLink('Register'));
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toHaveFocus();
    expect(window.history.length).toBe(steps + 1);
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(isOpen()).toBe(false);
  });

  it('just closes on a link to the current screen', async () => {
    await openOnSecondScreen();
    await userEvent.click(await navLink('Log in'));
    expect(isOpen()).toBe(false);
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toBeVisible();
  });

  it('is closed by a link of the page too, and Back and Forward work as always', async () => {
    await openOnSecondScreen();
    const steps = window.history.length;
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }));
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toHaveFocus();
    expect(window.history.length).toBe(steps + 1);
    await go(-1);
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(isOpen()).toBe(false);
    await go(1);
    expect(await screen.findByRole('heading', { name: 'Join Our Community' })).toBeVisible();
  });

  it('is closed by a press anywhere in the page, which still takes effect', async () => {
    await openOnSecondScreen();
    await userEvent.click(screen.getByLabelText('Email'));
    expect(isOpen()).toBe(false);
    expect(screen.getByLabelText('Email')).toHaveFocus();
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(isOpen()).toBe(false);
    await waitFor(() => expect(screen.getByLabelText('Email')).toBeInvalid());
  });

  it('is closed by Tab where its links end', async () => {
    await openOnSecondScreen();
    await userEvent.tab();
    expect(await navLink('Log in')).toHaveFocus();
    await userEvent.tab();
    expect(isOpen()).toBe(true);
    await userEvent.tab();
    expect(isOpen()).toBe(false);
    expect(screen.getByRole('button', { name: 'Open menu' })).not.toHaveFocus();
    expect(document.body).not.toHaveFocus();
  });

  it('is closed for good where a turned phone has room for its links', async () => {
    const turn = turnablePhone();
    await openOnSecondScreen();
    act(() => turn({ hasRoom: true }));
    expect(isOpen()).toBe(false);
    act(() => turn({ hasRoom: false }));
    expect(isOpen()).toBe(false);
  });

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])('leaves a click with %s to the browser', async (key) => {
    await openOnSecondScreen();
    const link = await navLink('Register');
    const isLeft = new Promise((resolve) =>
      window.addEventListener(
        'click',
        (event) => {
          resolve(!event.defaultPrevented);
          event.preventDefault();
        },
        { once: true },
      ),
    );
    fireEvent.click(link, { [key]: true });
    expect(await isLeft).toBe(true);
    expect(address()).toBe('/login');
  });

  it('lets a student log out', async () => {
    const server = fakeServer().on(contract.sessions.end, ok({ message: 'Bye' }));
    visit('/messages', { as: given.student(), server });
    await screen.findByRole('heading', { level: 1 });
    await openMenu();
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('link', { name: 'Start Your Journey' })).toBeVisible();
    expect(address()).toBe('/');
    expect(isOpen()).toBe(false);
  });
});
