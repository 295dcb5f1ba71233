import { contract } from '@spareswipe/contract';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

describe('the access guard', () => {
  it('says that it is checking while the session loads, then shows the screen [spec §2.6 §2.9 §4.1 §4.9]', async () => {
    visit('/messages', { as: given.student() });
    expect(screen.getByText('Checking authentication...')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: 'Messages Coming Soon' })).toBeVisible();
  });

  it('sends a visitor to log in [spec §2.7 §4.2]', async () => {
    visit('/messages');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
    expect(address()).toBe('/login');
  });

  it('asks an unverified student to verify the e-mail [spec §2.8 §5.18 §6.2]', async () => {
    visit('/messages', { as: given.student({ verified: false }) });
    expect(await screen.findByRole('heading', { name: 'Email Verification Required' })).toBeVisible();
    expect(
      screen.getByText('Please check your email and click the verification link to access your account.'),
    ).toBeVisible();
  });

  it('lets an unverified student have the mail sent again, once in 30 seconds, or log out [spec §2.8]', async () => {
    const server = fakeServer()
      .on(contract.auth.resendVerification, ok({ message: 'Sent' }))
      .on(contract.sessions.end, ok({ message: 'Bye' }));
    visit('/messages', { as: given.student({ verified: false, email: 'ada@cs.stanford.edu' }), server });
    const resend = await screen.findByRole('button', { name: 'Resend verification email' });
    expect(document.title).toBe('Email Verification Required · SpareSwipe');
    await userEvent.click(resend);
    expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeVisible();
    expect(server.calls(contract.auth.resendVerification)[0]?.body).toEqual({ email: 'ada@cs.stanford.edu' });
    expect(resend).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('timer')).toHaveTextContent(/^You can send another one in (30|29) seconds\.$/);
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('link', { name: 'Start Your Journey' })).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    await waitFor(() => expect(server.calls(contract.sessions.end)).toHaveLength(1));
    expect(server.calls(contract.sessions.end)[0]?.headers.get('authorization')).toBe('Bearer token of Ada Lovelace');
  });

  it('keeps a student on bad Wi-Fi logged in, with a way to try again that keeps its screen and says that it failed again', async () => {
    const server = fakeServer();
    server.down();
    visit('/messages', { as: given.student(), server });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.down(false);
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    server.on(contract.users.me, () => failed.then(() => failure('INTERNAL')));
    await userEvent.click(retry);
    await waitFor(() => expect(server.calls(contract.users.me)).toHaveLength(1));
    expect(screen.queryByText('Checking authentication...')).toBeNull();
    fail();
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side. Please try again.');
    expect(retry).toHaveFocus();
    server.on(contract.users.me, ok({ user: given.student() }));
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'Messages Coming Soon' })).toBeVisible();
  });

  it('redirects an unknown path to the landing page [spec §2.4]', async () => {
    visit('/no/such/page');
    expect(await screen.findByRole('link', { name: 'Start Your Journey' })).toBeVisible();
    expect(address()).toBe('/');
  });
});
