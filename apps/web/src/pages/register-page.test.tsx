import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { created, failure, fakeServer, ok } from '../../test/fake-server';
import { fill } from '../../test/fill';
import { given } from '../../test/given';
import { address, reload, visit } from '../../test/visit';
import { forgetDrafts } from '../shared/session/draft';

const user = userEvent.setup();
const create = () => user.click(screen.getByRole('button', { name: 'Create account' }));

const details = {
  'Full name': 'Ada Lovelace',
  Email: 'ada@cs.stanford.edu',
  'Phone number': '+1 650 555 0100',
  Password: 'Sunny-Day1',
};

const registered = created({
  user: given.student({ verified: false }),
  message: 'Registration successful! Please check your email.',
});

describe('registering', () => {
  it('asks to check the mail, also after a reload, and does not log in [spec §2.22 §4.6 §8.7]', async () => {
    const server = fakeServer().on(contract.auth.register, registered);
    visit('/register', { server });
    await fill(details, user);
    await create();
    const heading = await screen.findByRole('heading', { level: 1, name: 'Check Your Email' });
    expect(heading).toHaveFocus();
    expect(await screen.findByText('Registration successful! Please check your email.')).toBeVisible();
    expect(screen.getByText('ada@cs.stanford.edu')).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    expect(server.calls(contract.auth.register)[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@cs.stanford.edu',
      phoneNumber: '+1 650 555 0100',
      password: 'Sunny-Day1',
      rolePreference: 'both',
    });
    reload();
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    expect(screen.getByText('ada@cs.stanford.edu')).toBeVisible();
    expect(JSON.stringify(window.history.state)).not.toContain(details.Password);
    await user.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@cs.stanford.edu');
  });

  it('shows nobody who comes back after a log-in and log-out what was typed', async () => {
    visit('/register', { server: fakeServer().on(contract.auth.register, registered) });
    await fill(details, user);
    await create();
    await screen.findByRole('heading', { name: 'Check Your Email' });
    forgetDrafts();
    reload();
    expect(await screen.findByLabelText('Email')).toHaveValue('');
    expect(JSON.stringify(window.history.state)).not.toContain('ada@');
  });

  it('says what is wrong where the focus is already, each time, and marks the password as invalid', async () => {
    visit('/register');
    await fill({ ...details, Password: 'weak' }, user);
    await user.keyboard('{Enter}');
    const alert = await screen.findByRole('alert');
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAccessibleDescription(expect.stringContaining(alert.textContent));
    expect(password).toBeInvalid();
    expect(password).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(alert).not.toBeInTheDocument());
    expect(screen.getByRole('alert')).toHaveTextContent(alert.textContent);
    // a field that gets the focus is read with its error
    await create();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(password).toHaveFocus();
    expect(password).toBeInvalid();
  });

  describe('when the mail does not come', () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());
    const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

    it('sends it again, at most every 30 seconds and never by itself', async () => {
      const clock = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      const server = fakeServer().on(contract.auth.register, registered);
      server.on(contract.auth.resendVerification, ok({ message: 'Sent' }));
      visit('/register', { server });
      await fill(details, clock);
      await clock.click(screen.getByRole('button', { name: 'Create account' }));
      await screen.findByRole('heading', { name: 'Check Your Email' });
      const resend = screen.getByRole('button', { name: 'Resend verification email' });
      expect(resend).toHaveAttribute('aria-disabled', 'true');
      expect(screen.getByRole('timer')).toHaveTextContent(/^You can send another one in \d+ seconds\.$/);
      await pass(32);
      expect(server.calls(contract.auth.resendVerification)).toHaveLength(0);
      await clock.click(resend);
      expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeVisible();
      expect(server.calls(contract.auth.resendVerification)[0]?.body).toEqual({ email: 'ada@cs.stanford.edu' });
      expect(resend).toHaveAttribute('aria-disabled', 'true');
      await pass(32);
      expect(resend).not.toHaveAttribute('aria-disabled');
    });
  });

  it('leads a student who mistyped the address back to what was typed, but for the password', async () => {
    visit('/register', { server: fakeServer().on(contract.auth.register, registered) });
    await fill(details, user);
    await user.selectOptions(screen.getByLabelText('Role preference'), 'requester');
    await create();
    await user.click(await screen.findByRole('button', { name: 'Wrong address?' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Join Our Community' })).toHaveFocus();
    for (const label of ['Full name', 'Email', 'Phone number'] as const)
      expect(screen.getByLabelText(label)).toHaveValue(details[label]);
    expect(screen.getByLabelText('Role preference')).toHaveValue('requester');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    await user.clear(screen.getByLabelText('Email'));
    await fill({ Email: 'ada@stanford.edu', Password: 'Sunny-Day1' }, user);
    await create();
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  });

  it('shows the institution of the address as it is typed [spec §2.23]', async () => {
    visit('/register');
    const email = await screen.findByLabelText('Email');
    fireEvent.change(email, { target: { value: 'ada@cs.stanford' } });
    expect(screen.queryByText(/Institution/)).toBeNull();
    const status = [...document.querySelectorAll('p [aria-live=polite]')].find((region) => region.textContent === '')!;
    await user.type(email, '.edu');
    expect(status).toHaveTextContent('Institution: cs stanford');
    expect(screen.getByText('cs stanford')).toBeVisible();
    const properName = await screen.findByText('· Stanford University');
    expect(properName).toBeVisible();
    // announced once
    expect(properName.closest('[aria-live]')).toBeNull();
    expect(screen.getByText(/^Institution/)).toHaveAttribute('aria-live', 'polite');
    fireEvent.change(email, { target: { value: 'ada@night.school.edu' } });
    expect(screen.getByText('night school')).toBeVisible();
    expect(screen.getByText(/^Institution/)).toHaveTextContent(/^Institution: night school$/);
  });

  it('offers the three role preferences, says how a phone number begins, and names what is missing in every field [spec §1.10 §5.3 §5.5]', async () => {
    visit('/register');
    const roles = await screen.findByLabelText('Role preference');
    expect(roles).toHaveValue('both');
    await user.selectOptions(roles, 'fulfiller');
    expect(roles).toHaveValue('fulfiller');
    expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription(
      /^Begin with a \+ or a digit, but not 0\./,
    );
    await create();
    expect(await screen.findByText('Name is required')).toBeVisible();
    for (const message of ['Email is required', 'Phone number is required', 'Password is required'])
      expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByLabelText('Full name')).toHaveFocus();
  });

  it('refuses what breaks a rule, each at its field [spec §5.3]', async () => {
    visit('/register');
    await screen.findByLabelText('Full name');
    const characters = 'Password must contain at least one uppercase letter, one lowercase letter, and one number';
    for (const wrong of [
      {
        'Full name': ['A', 'Name must be at least 2 characters'],
        Email: ['ada@gmail.com', 'Please enter a valid .edu email address'],
        'Phone number': ['0123', 'Please enter a valid phone number'],
        Password: ['Ab1', 'Password must be at least 6 characters'],
      },
      {
        'Full name': ['A'.repeat(51), 'Name cannot be more than 50 characters'],
        Password: ['lowercase1', characters],
      },
    ]) {
      for (const [label, [value]] of Object.entries(wrong))
        fireEvent.change(screen.getByLabelText(label), { target: { value } });
      await create();
      await screen.findByText(wrong['Full name'][1]!);
      for (const [label, [, message]] of Object.entries(wrong))
        expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message));
    }
  });

  it('says when the address is taken or no response comes, and keeps what was typed [spec §8.6]', async () => {
    const server = fakeServer().on(contract.auth.register, failure('EMAIL_TAKEN'));
    visit('/register', { server });
    await fill(details, user);
    await create();
    expect(await screen.findByText('An account with this email already exists')).toBeVisible();
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada Lovelace');
    server.down();
    await create();
    expect(await screen.findByText('Registration failed')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('Sunny-Day1');
  });

  it('leads a student of another installation there', async () => {
    const elsewhere = failure('CAMPUS_ELSEWHERE', { origin: 'https://west.example' });
    visit('/register', { server: fakeServer().on(contract.auth.register, elsewhere) });
    await fill(details, user);
    await create();
    const link = await screen.findByRole('link', { name: 'Continue at west.example' });
    expect(link).toHaveAttribute('href', 'https://west.example/register');
  });

  it('puts the server’s objections on their fields', async () => {
    const objection = { errors: [{ path: 'phoneNumber', message: 'Please enter a valid phone number' }] };
    visit('/register', { server: fakeServer().on(contract.auth.register, failure('VALIDATION_FAILED', objection)) });
    await fill(details, user);
    await create();
    const phone = screen.getByLabelText('Phone number');
    await waitFor(() => expect(phone).toHaveAccessibleDescription(expect.stringContaining('valid phone number')));
    expect(phone).toHaveFocus();
  });

  it('offers the number that was meant where the rule refuses it, and takes it with one press', async () => {
    const server = fakeServer().on(contract.auth.register, registered);
    visit('/register', { server });
    await fill({ ...details, 'Phone number': '(617) 555-0100' }, user);
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
    await create();
    expect(await screen.findByText('Please enter a valid phone number')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use +1 617-555-0100' }));
    const phone = screen.getByLabelText('Phone number');
    expect(phone).toHaveValue('+1 617-555-0100');
    expect(phone).toHaveFocus();
    expect(screen.queryByText('Please enter a valid phone number')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
    await create();
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    expect(server.calls(contract.auth.register)[0]?.body).toMatchObject({ phoneNumber: '+1 617-555-0100' });
  });

  it('creates one account, however often the button is pressed', async () => {
    let answer = () => {};
    const pressed = new Promise<void>((resolve) => (answer = resolve));
    const server = fakeServer().on(contract.auth.register, async () => {
      await pressed;
      return registered;
    });
    visit('/register', { server });
    await fill(details, user);
    await user.dblClick(screen.getByRole('button', { name: 'Create account' }));
    await user.type(screen.getByLabelText('Full name'), '{Enter}');
    answer();
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    expect(server.calls(contract.auth.register)).toHaveLength(1);
  });

  it('is not for students who are logged in', async () => {
    visit('/register', { as: given.student({ verified: false }) });
    await screen.findByRole('heading', { name: 'Email Verification Required' });
    expect(address()).toBe('/dashboard');
  });
});
