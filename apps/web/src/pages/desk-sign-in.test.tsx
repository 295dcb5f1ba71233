import { deskContract } from '@spareswipe/contract/desk';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { desk, done, logIn, operator } from '../../test/desk';
import { failure, ok } from '../../test/fake-server';
import { visit } from '../../test/visit';
import { put } from '../../test/fill';

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('logs an operator in with password and code, in a separate session', async () => {
  const server = visit('/desk/students', { server: desk() });
  await logIn();
  expect(await screen.findByRole('link', { name: 'Sam Student' })).toBeVisible();
  const login = server.received.find(({ route }) => route === deskContract.operators.login)!;
  expect(login.body).toEqual({ email: 'ines@dining.example', password: 'Passw0rd', code: '123456' });
  expect(server.received.at(-1)!.headers.get('authorization')).toBe('Bearer the token');
  expect(localStorage).toHaveLength(0);
});

it('shows at the next log-in that the browser logged in before', async () => {
  const server = visit('/desk', {
    server: desk()
      .on(deskContract.operators.login, ok({ operator, token: 'the token', device: 'id.signature' }))
      .on(deskContract.operators.logout, done),
  });
  await logIn();
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await logIn();
  expect(await screen.findByRole('button', { name: 'Log out' })).toBeVisible();
  const devices = server.calls(deskContract.operators.login).map(({ body }) => body.device);
  expect(devices).toEqual([undefined, 'id.signature']);
  expect(Object.keys(localStorage)).toEqual(['desk-device']);
});

it('shows nothing of one operator to the next at the same desk', async () => {
  const server = desk().on(deskContract.operators.logout, done);
  visit('/desk', { server });
  await logIn();
  expect(await screen.findByText(/^ines@dining/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  server.on(deskContract.operators.me, () => new Promise<never>(() => undefined));
  await logIn();
  expect(await screen.findByRole('button', { name: 'Log out' })).toBeVisible();
  expect(screen.queryByText(/^ines@dining/)).toBeNull();
});

it('says that the log-in failed, and lets the operator try again', async () => {
  const refused = failure('INVALID_CREDENTIALS', { message: 'Email, password or code is wrong' });
  visit('/desk', { server: desk().on(deskContract.operators.login, refused) });
  await logIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Email, password or code is wrong');
});

it('says once that there is no network, and keeps what the operator entered', async () => {
  const server = visit('/desk', { server: desk() });
  await screen.findByLabelText('Email');
  server.down();
  await logIn();
  expect(await screen.findAllByText(/^We could not reach SpareSwipe/)).toHaveLength(1);
  expect(screen.getByLabelText('Email')).toHaveValue('ines@dining.example');
});

it('comes back to the log-in when the session has ended, and says so once', async () => {
  sessionStorage.setItem('desk', 'an old token');
  const ended = failure('UNAUTHENTICATED');
  visit('/desk', { server: desk().on(deskContract.desk.today, ended).on(deskContract.operators.me, ended) });
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await screen.findAllByText('Your session has ended. Please log in again.')).toHaveLength(1);
});

it('accepts an invitation with a password of 12 characters, and says what is missing', async () => {
  const message = 'Password must be at least 12 characters';
  const errors = [{ path: 'password', message }];
  const invitation = { email: 'ines@dining.example', campus: 'state', secret: 'SECRET', uri: 'otpauth://totp/x' };
  const server = visit('/desk/invitation/the-token', {
    server: desk()
      .on(deskContract.operators.invitation, ok({ ...invitation }))
      .on(deskContract.operators.accept, failure('VALIDATION_FAILED', { message, errors })),
  });
  expect(await screen.findByText(/^At least 12 characters, with an uppercase letter/)).toBeVisible();
  put(screen.getByLabelText('New password'), 'Passw0rd');
  const digits = screen.getByLabelText('The six digits that the app shows');
  expect(digits).toBeRequired();
  put(digits, '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText(message)).toBeVisible();
  const password = screen.getByLabelText('New password');
  expect(password).toHaveFocus();
  expect(password).toBeInvalid();
  expect(password).toHaveAccessibleDescription(new RegExp(`^${message} At least 12`));
  const accepted = { operator, token: 'the token', recoveryCodes: ['abcd-efgh-2345-mnop'] };
  server.on(deskContract.operators.accept, ok({ ...accepted }));
  await userEvent.type(password, '-longer');
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('abcd-efgh-2345-mnop')).toBeVisible();
  expect(server.calls(deskContract.operators.accept)[1]!.body).toEqual({
    token: 'the-token',
    password: 'Passw0rd-longer',
    code: '123456',
  });
});
