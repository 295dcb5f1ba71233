import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { address, visit } from '../../test/visit';
import { keepResetAddress, resetAddress } from '../shared/session/reset-address';
import { removeToken, storeToken } from '../shared/session/token';

const INVALID = 'The password reset link is invalid or has expired.';

describe('choosing a new password', () => {
  it('ends in logging in with it', async () => {
    const server = fakeServer().on(
      contract.auth.resetPassword,
      ok({ message: 'Your password has been changed. Please log in.' }),
    );
    visit('/reset-password/secret', { server });
    await userEvent.type(await screen.findByLabelText('New password'), 'Rainy-Day2{Enter}');
    expect(await screen.findByText('Your password has been changed. Please log in.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(address()).toBe('/login');
    expect(server.calls(contract.auth.resetPassword)[0]?.body).toEqual({ token: 'secret', password: 'Rainy-Day2' });
  });

  it("lets the next log-in show that it comes from the same browser, so that strangers' guesses don't delay it", async () => {
    const body = ok({ message: 'Your password has been changed. Please log in.', device: 'kept' });
    visit('/reset-password/secret', { server: fakeServer().on(contract.auth.resetPassword, body) });
    await userEvent.type(await screen.findByLabelText('New password'), 'Rainy-Day2{Enter}');
    await screen.findByRole('heading', { name: 'Welcome Back' });
    expect(localStorage.getItem('device')).toBe('kept');
  });

  it('names the account to password managers, in the browser that asked for the link', async () => {
    localStorage.setItem('reset address', 'ada@cs.stanford.edu');
    visit('/reset-password/secret');
    const form = (await screen.findByLabelText('New password')).closest('form')!;
    expect(form.querySelector('[autocomplete=username]')).toHaveValue('ada@cs.stanford.edu');
  });

  it('leaves the address of an account to nobody who logs in or out in this browser', () => {
    for (const change of [() => storeToken('another'), () => removeToken()]) {
      keepResetAddress('mia@yale.edu');
      change();
      expect(resetAddress()).toBe('');
    }
  });

  it('takes the secret out of the address bar, to where a reload finds it [asvs V14.2c]', async () => {
    visit('/reset-password/secret');
    await screen.findByLabelText('New password');
    expect(window.location.pathname).toBe('/reset-password');
    expect(JSON.stringify(window.history.state)).not.toContain('secret');
    cleanup();
    visit('/reset-password');
    await screen.findByLabelText('New password');
    expect(screen.queryByText(INVALID)).toBeNull();
  });

  it.each([() => storeToken('another'), () => removeToken(), () => removeToken('expired')])(
    'is gone for whoever comes back to it after a log-in or log-out: %s',
    async (change) => {
      visit('/reset-password/secret');
      await screen.findByLabelText('New password');
      cleanup();
      change();
      localStorage.clear();
      visit('/reset-password');
      expect(await screen.findByText(INVALID)).toBeVisible();
    },
  );

  it('needs a link', async () => {
    visit('/reset-password');
    expect(await screen.findByText(INVALID)).toBeVisible();
  });

  it('keeps to the rules of a password', async () => {
    visit('/reset-password/secret');
    await userEvent.type(await screen.findByLabelText('New password'), 'short{Enter}');
    expect(await screen.findByText('Password must be at least 6 characters')).toBeVisible();
  });

  it('does not call a password unsaved when only the answer was lost', async () => {
    const server = fakeServer().on(
      contract.auth.resetPassword,
      ok({ message: 'Your password has been changed. Please log in.' }),
    );
    server.loseAnswer(contract.auth.resetPassword);
    visit('/reset-password/secret', { server });
    await userEvent.type(await screen.findByLabelText('New password'), 'Rainy-Day2{Enter}');
    expect(await screen.findByText(/Your new password may be saved: try to log in with it\.$/)).toBeVisible();
  });

  it('offers a new link when this one is spent', async () => {
    visit('/reset-password/spent', { server: fakeServer().on(contract.auth.resetPassword, failure('INVALID_TOKEN')) });
    await userEvent.type(await screen.findByLabelText('New password'), 'Rainy-Day2{Enter}');
    expect(await screen.findByText(INVALID)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
  });
});
