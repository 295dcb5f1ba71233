import { deskContract, type DeskProfile } from '@spareswipe/contract/desk';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer } from '../../test/fake-server';
import { visit } from '../../test/visit';

const id = '0198c0de-0000-7000-8000-000000000001';
const operator = { _id: id, email: 'ines@dining.example', campus: 'state' };
const sam: DeskProfile = {
  _id: id,
  name: 'Sam Student',
  email: 'sam@state.edu',
  campus: 'state',
  credits: 2,
  isVerified: true,
  suspendedUntil: null,
  closedAt: null,
  phoneNumber: '+1 555 010 0100',
  createdAt: '2026-01-01T00:00:00.000Z',
  held: 0,
  debt: 0,
  strikes: [],
  exchanges: [],
  reports: [],
  log: [],
};
const pagination = { current: 1, pages: 1, total: 1, hasPrev: false, hasNext: false };

afterEach(() => sessionStorage.clear());

const desk = () =>
  fakeServer()
    .on(deskContract.operators.login, { status: 200, body: { success: true, operator, token: 'the token' } })
    .on(deskContract.desk.students, { status: 200, body: { success: true, students: [sam], pagination } })
    .on(deskContract.desk.student, { status: 200, body: { success: true, student: sam } });

async function logIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ines@dining.example');
  await userEvent.type(screen.getByLabelText('Password'), 'Passw0rd');
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
}

it('logs an operator in with password and code, in a session of its own', async () => {
  const server = visit('/desk', { server: desk() });
  await logIn();
  expect(await screen.findByRole('link', { name: 'Sam Student' })).toBeVisible();
  const login = server.received.find(({ route }) => route === deskContract.operators.login)!;
  expect(login.body).toEqual({ email: 'ines@dining.example', password: 'Passw0rd', code: '123456' });
  expect(server.received.at(-1)!.headers.get('authorization')).toBe('Bearer the token');
  expect(localStorage).toHaveLength(0);
});

it('says that the log-in failed, and lets the operator try again', async () => {
  const refused = failure('INVALID_CREDENTIALS', { message: 'Email, password or code is wrong' });
  visit('/desk', { server: desk().on(deskContract.operators.login, refused) });
  await logIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Email, password or code is wrong');
});

it('asks for a fresh code before it moves meals, then moves them', async () => {
  sessionStorage.setItem('desk', 'the token');
  let isConfirmed = false;
  const server = visit(`/desk/students/${id}`, {
    server: desk()
      .on(deskContract.operators.confirm, () => {
        isConfirmed = true;
        return { status: 200 as const, body: { success: true as const, message: 'Confirmed' } };
      })
      .on(deskContract.desk.adjust, () =>
        isConfirmed
          ? { status: 200 as const, body: { success: true as const, message: 'Sam Student now has 3 meals' } }
          : failure('CONFIRMATION_REQUIRED'),
      ),
  });
  const form = within((await screen.findByRole('button', { name: 'Adjust meals' })).closest('form')!);
  await userEvent.type(form.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(form.getByRole('button', { name: 'Adjust meals' }));
  await userEvent.type(await form.findByLabelText('Code of your authenticator'), '654321');
  await userEvent.click(form.getByRole('button', { name: 'Adjust meals' }));
  expect(await screen.findByText('Sam Student now has 3 meals')).toBeVisible();
  const adjusted = server.received.filter(({ route }) => route === deskContract.desk.adjust);
  expect(adjusted.at(-1)!.body).toEqual({ amount: 1, reason: 'The reader was broken.' });
});

it('comes back to the log-in when the session has ended', async () => {
  sessionStorage.setItem('desk', 'an old token');
  visit('/desk', { server: desk().on(deskContract.desk.students, failure('UNAUTHENTICATED')) });
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible();
});
