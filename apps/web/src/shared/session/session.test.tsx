import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer } from '../../../test/fake-server';
import { fill } from '../../../test/fill';
import { given } from '../../../test/given';
import { visit } from '../../../test/visit';

const EMAIL = 'ada@cs.stanford.edu';
const PASSWORD = 'Sunny-Day1';

describe('a stored token whose student cannot be loaded', () => {
  const asBefore = () => fakeServer().on(contract.users.me, failure('INTERNAL'));

  it('is taken away by a log-in that fails [spec §4.5]', async () => {
    const server = asBefore().on(contract.auth.login, failure('INVALID_CREDENTIALS'));
    visit('/login', { server });
    localStorage.setItem('token', 'of before');
    await fill({ Email: EMAIL, Password: PASSWORD });
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Invalid email or password')).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });

  it('is taken away by a registration that fails [spec §4.5]', async () => {
    const server = asBefore().on(contract.auth.register, failure('EMAIL_TAKEN'));
    visit('/register', { server });
    localStorage.setItem('token', 'of before');
    const { name, phoneNumber } = given.student();
    await fill({ 'Full name': name, Email: EMAIL, 'Phone number': phoneNumber, Password: PASSWORD });
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('An account with this email already exists')).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });
});
