import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { fill } from '../../test/fill';
import { given } from '../../test/given';
import { mount } from '../../test/mount';
import { address, reload, visit } from '../../test/visit';
import { NewStudentForm } from '../features/sign-on/new-student-form';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => sessionStorage.setItem('sign-on', 'secret of this tab'));
afterEach(() => sessionStorage.clear());

const student = {
  ...{ success: true as const, next: 'profile' as const, code: 'next-code' },
  ...{ campus: { provider: 'state', name: 'State', domains: ['state.edu'] }, hasAccount: false },
  ...{ name: 'Ada Lovelace', email: 'ada@state.edu', isVouched: true },
};

it('keeps what a new student typed while the server is busy, and links an account that exists by a mail to this browser', async () => {
  const server = fakeServer().on(contract.signOn.complete, failure('BUSY'));
  const done: string[] = [];
  const onDone = (where: string) => done.push(where);
  mount(<NewStudentForm student={student} onOpened={onDone} onMailed={onDone} onOver={onDone} />, {
    as: given.student(),
    server,
  });
  await fill({ 'Phone number': '+1 617 555 0100' });
  await press('Create account');
  expect(await screen.findByText(/very busy/)).toBeVisible();
  expect(screen.getByLabelText('Phone number')).toHaveValue('+1 617 555 0100');

  server.on(contract.signOn.complete, failure('EMAIL_TAKEN'));
  const message = 'If an account has this address, a link is on its way.';
  server.on(contract.signOn.mailLink, ok({ message }));
  await press('Create account');
  expect(await screen.findByText(/You already have an account with/)).toBeVisible();
  await press('Mail me a link');
  expect(await screen.findByText(/Open it in this browser\. None comes if that account is closed/)).toBeVisible();
  const proof = { code: 'next-code', secret: 'secret of this tab', email: 'ada@state.edu' };
  for (const route of [contract.signOn.complete, contract.signOn.mailLink])
    for (const { body } of server.calls(route)) expect(body).toMatchObject(proof);
  expect([localStorage.getItem('sign-on link'), sessionStorage.getItem('sign-on')]).toEqual([proof.secret, null]);
  expect(done).toEqual([]);
});

it('says why a sign-on failed, and keeps its code out of the address', async () => {
  const message = 'You left the log-in of State. Nothing has changed.';
  visit('/sign-on#code', { server: fakeServer().on(contract.signOn.trade, failure('SIGN_ON_REFUSED', { message })) });
  expect(await screen.findByText(message)).toBeVisible();
  expect(address() + window.location.hash).toBe('/sign-on');
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
});

it('shows the step of a new student again after a reload', async () => {
  const server = fakeServer().on(contract.signOn.trade, ok(student));
  visit('/sign-on#code', { server });
  await screen.findByRole('heading', { name: 'Almost there' });
  reload();
  expect(await screen.findByRole('heading', { name: 'Almost there' })).toBeVisible();
  expect(server.calls(contract.signOn.trade)).toHaveLength(1);
});

it('leads back to the log-in when the account is open already, or the sign-on is over', async () => {
  const message = 'This sign-on is over. Please start again.';
  const over = failure('INVALID_TOKEN', { message });
  const server = fakeServer().on(contract.signOn.trade, ok(student)).on(contract.signOn.complete, over);
  visit('/sign-on#code', { server });
  await screen.findByRole('heading', { name: 'Almost there' });
  await fill({ 'Phone number': '+1 617 555 0100' });
  await press('Create account');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  reload();
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible();
});

it('can use the mailed link although the response that it is on its way was lost', async () => {
  const server = fakeServer().on(contract.signOn.trade, ok({ ...student, hasAccount: true }));
  server.on(contract.signOn.mailLink, failure('BUSY'));
  visit('/sign-on#code', { server });
  await press('Mail me a link');
  await waitFor(() => expect(server.calls(contract.signOn.mailLink).length).toBeGreaterThan(0));
  expect(localStorage.getItem('sign-on link')).toBe('secret of this tab');
});

it('uses up no mailed link in a browser that did not ask for it', async () => {
  const server = visit('/sign-on/mailed-code');
  expect(await screen.findByText(/open this link in the browser in which you signed on/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Link and log in' })).toBeNull();
  expect(server.calls(contract.signOn.followLink)).toHaveLength(0);
});
