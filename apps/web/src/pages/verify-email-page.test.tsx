import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { sentence } from '../../test/sentence';
import { address, visit } from '../../test/visit';

const newcomer = given.student({ verified: true });
const verified = ok({ user: newcomer, token: 'fresh', message: 'Email verified' });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the link in the verification mail', () => {
  it('logs in, once, and leaves the address bar [spec §2.24 §4.4]', async () => {
    const server = fakeServer().on(contract.auth.verifyEmail, verified);
    visit('/verify-email/secret', { server });
    expect(await heading('You are in')).toHaveFocus();
    expect(screen.getByText(sentence(`You are logged in as ${newcomer.email}.`))).toBeVisible();
    expect(await screen.findByText('Email verified successfully!')).toBeVisible();
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(server.calls(contract.auth.verifyEmail)).toHaveLength(1);
    expect(address()).toBe('/verify-email');
  });

  it("lets the next log-in show that it comes from the same browser, so that strangers' guesses don't delay it", async () => {
    const body = { ...verified.body, device: 'kept' };
    visit('/verify-email/secret', { server: fakeServer().on(contract.auth.verifyEmail, { status: 200, body }) });
    await heading('You are in');
    expect(localStorage.getItem('device')).toBe('kept');
  });

  it('says that this mailbox has had its meals, and how to earn one', async () => {
    const body = { ...verified.body, startingMeals: 0 };
    visit('/verify-email/secret', { server: fakeServer().on(contract.auth.verifyEmail, { status: 200, body }) });
    expect(await heading('You are in')).toBeVisible();
    expect(
      screen.getByText('Your mailbox has had its starting meals before. Earn your first one by fulfilling a request.'),
    ).toBeVisible();
  });

  it('says nothing of meals to a student who got them', async () => {
    const body = { ...verified.body, startingMeals: 2 };
    visit('/verify-email/secret', { server: fakeServer().on(contract.auth.verifyEmail, { status: 200, body }) });
    expect(await heading('You are in')).toBeVisible();
    expect(screen.queryByText(/starting meals/)).toBeNull();
  });

  it.each([
    ['at its first use', verified.body, 'You are in'],
    ['when a mail scanner used it first', { message: 'Please log in.' }, 'You are all set'],
  ])('says for whom it verified %s, since a stranger may have registered', async (_when, given, title) => {
    const response = ok({ ...given, verifiedFor: { name: 'Mallory', phoneEnd: '0199' } });
    visit('/verify-email/secret', { server: fakeServer().on(contract.auth.verifyEmail, response) });
    expect(await heading(title)).toBeVisible();
    expect(
      screen.getByText(
        /account of Mallory, with the phone number that ends in 0199\. Not you\? Press "This wasn't me"/,
      ),
    ).toBeVisible();
  });

  it('says that it is verifying [spec §2.24]', async () => {
    visit('/verify-email/secret', {
      server: fakeServer().on(contract.auth.verifyEmail, () => new Promise<typeof verified>(() => undefined)),
    });
    expect(await heading('Verifying your email')).toBeVisible();
  });

  it('asks to log in when the link was used before', async () => {
    visit('/verify-email/secret', {
      server: fakeServer().on(
        contract.auth.verifyEmail,
        ok({ message: 'Your email is already verified. Please log in.' }),
      ),
    });
    expect(await heading('You are all set')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('says why it failed, and what to do next [spec §2.24 §2.26 §8.9 §8.11]', async () => {
    visit('/verify-email/secret', { server: fakeServer().on(contract.auth.verifyEmail, failure('INVALID_TOKEN')) });
    expect(await heading('Email verification failed')).toBeVisible();
    expect(screen.getByText('The verification link is invalid or has expired.')).toBeVisible();
    expect(screen.getByText(/expire after 24 hours.*same email to get a new link/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Register again' })).toHaveAttribute('href', '/register');
    expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login');
  });

  it('says that the link is invalid when the server sends no message', async () => {
    const server = fakeServer();
    globalThis.fetch = () => Promise.resolve(Response.json({ success: false }, { status: 400 }));
    visit('/verify-email/secret', { server });
    expect(await screen.findByText('The verification link is invalid or has expired.')).toBeVisible();
  });

  it('works with a dead token of an old session at hand', async () => {
    const server = fakeServer().on(contract.auth.verifyEmail, verified);
    const visitor = given.student();
    visit('/verify-email/secret', { server, as: visitor });
    server.on(contract.users.me, failure('UNAUTHENTICATED'));
    expect(await heading('You are in')).toBeVisible();
  });

  it('says so when no response comes [spec §8.10]', async () => {
    const server = fakeServer();
    server.down();
    visit('/verify-email/secret', { server });
    expect(await screen.findByText('Something went wrong during verification')).toBeVisible();
    server.down(false);
    server.on(contract.auth.verifyEmail, verified);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('You are in')).toBeVisible();
  });

  it('needs no second visit: a student who is logged in goes on', async () => {
    visit('/verify-email', { as: newcomer });
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('says so when the token is missing [spec §8.8]', async () => {
    visit('/verify-email');
    expect(await screen.findByText('Invalid verification link')).toBeVisible();
  });
});

describe('after the verification', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('goes to the dashboard after 2 seconds [spec §2.25 §9.6]', async () => {
    const server = fakeServer().on(contract.auth.verifyEmail, verified);
    // what the dashboard asks for does not matter here
    server.on(contract.account.stats, failure('BUSY')).on(contract.requests.mine, failure('BUSY'));
    server.on(contract.matches.mine, failure('BUSY'));
    server.on(contract.users.me, ok({ user: newcomer }));
    visit('/verify-email/secret', { server });
    await heading('You are in');
    await act(() => jest.advanceTimersByTimeAsync(1500));
    expect(address()).toBe('/verify-email');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(address()).toBe('/dashboard');
  });
});
