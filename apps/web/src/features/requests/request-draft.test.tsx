import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type User } from '@spareswipe/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { created, failure, type FakeServer, ok } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { mount } from '../../../test/mount';
import { visit } from '../../../test/visit';
import { campus, control, fill, mia, MORNING, sent, submit, user, write } from '../../../test/write-request';
import { CreateRequestForm } from './create-request-form';

beforeEach(() => void jest.useFakeTimers({ now: MORNING, advanceTimers: true }));
afterEach(() => void jest.useRealTimers());

const offer = () => screen.findByText('Continue your draft?');
const resume = async () => {
  await offer();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};
const leave = async () => {
  await user.click(await screen.findByRole('link', { name: 'Talk to your match' }));
  await screen.findByRole('heading', { name: 'Messages Coming Soon' });
};
/** The form without its page, and the same after a reload. */
const open = (server = campus()) => {
  mount(<CreateRequestForm />, { as: mia(), server });
  return server;
};
const reopen = () => {
  cleanup();
  open();
};
const comeBack = async () => {
  await user.click(await screen.findByRole('link', { name: 'Create Request' }));
  await screen.findByRole('heading', { level: 1, name: 'Create Request' });
};

describe('a request that a student has begun to write', () => {
  it('is on the form after a visit to another screen, with the offer to continue it', async () => {
    visit('/create-request', { as: mia(), server: campus() });
    await fill();
    await user.selectOptions(await control('Urgency'), 'High');
    await leave();
    await comeBack();
    await resume();
    expect(await control('Meal period')).toHaveFocus();
    expect(await control('What food')).toHaveValue('Pad thai');
    expect(await control('Store')).toHaveValue('Lakeside');
    expect(await control('Urgency')).toHaveValue('high');
    expect(screen.queryByText('Continue your draft?')).toBeNull();
  });

  it('is gone once it is discarded', async () => {
    open();
    await fill();
    reopen();
    await offer();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Continue your draft?')).toBeNull();
    expect(await screen.findByText('Draft discarded')).toBeVisible();
    expect(await control('Meal period')).toHaveFocus();
    expect(await control('What food')).toHaveValue('');
    reopen();
    await control('What food');
    expect(screen.queryByText('Continue your draft?')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is always the newest text, also where the offer is left unanswered', async () => {
    open();
    await fill();
    reopen();
    await offer();
    await write('What food', 'Ramen');
    reopen();
    await offer();
    expect(await control('What food')).toHaveValue('Ramen');
    expect(await control('Store')).toHaveValue('Lakeside');
  });

  it('is no draft while nothing, or only a letter or two, is written', async () => {
    open();
    await user.selectOptions(await control('Urgency'), 'High');
    await write('What food', 'Pa');
    reopen();
    await control('What food');
    expect(screen.queryByText('Continue your draft?')).toBeNull();
    await write('What food', 'R');
    await write('What food', '');
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps its deadline if it is too near or has passed by then, and says so before anything is sent', async () => {
    open();
    await fill();
    cleanup();
    jest.setSystemTime(new Date(2026, 2, 3, 13, 31));
    const server = open();
    await resume();
    for (const [now, problem] of [
      [new Date(2026, 2, 3, 13, 31), 'Deadline must be at least 30 minutes from now'],
      [new Date(2026, 2, 4, 9, 0), 'Date cannot be in the past'],
    ] as const) {
      jest.setSystemTime(now);
      expect(await control('date')).toHaveValue('2026-03-03');
      expect(await control('time')).toHaveValue('14:00');
      await submit();
      expect(await screen.findByText(problem)).toBeVisible();
    }
    expect(sent(server)).toHaveLength(0);
  });
});

describe('a request being written when the server ends the session', () => {
  const grace = given.student({ name: 'Grace Hopper' });

  /** Writes a request, and is at the log-in screen instead of having sent it. */
  async function loseSession(server = campus()) {
    const writer = mia();
    visit('/create-request', { as: writer, server });
    await fill();
    await user.selectOptions(await control('Urgency'), 'High');
    server.on(contract.requests.create, failure('UNAUTHENTICATED')).on(contract.users.me, failure('UNAUTHENTICATED'));
    await submit();
    await screen.findByRole('heading', { name: 'Welcome Back' });
    // the screen says what happened, and shows no failure beside it
    expect(screen.queryByRole('alert')).toBeNull();
    return { server, writer };
  }

  async function logInAs(student: User, server: FakeServer) {
    server.on(contract.users.me, ok({ user: student }));
    server.on(contract.auth.login, ok({ user: student, token: `new token of ${student.name}` }));
    await write('Email', student.email);
    await write('^Password', 'Sunny-Day1');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByRole('heading', { level: 1, name: 'Create Request' });
  }

  it('is offered when the same student has logged in, until it is sent [spec §7.9]', async () => {
    const { server, writer } = await loseSession();
    await logInAs(writer, server);
    await resume();
    expect(await control('What food')).toHaveValue('Pad thai');
    expect(await control('Store')).toHaveValue('Lakeside');
    expect(await control('Urgency')).toHaveValue('high');
    expect(await control('date')).toHaveValue('2026-03-03');
    server.on(contract.requests.create, created({ request: given.request({ isOwn: true }), creditsRemaining: 2 }));
    await submit();
    await screen.findByText('Request created successfully! 2 meals remaining');
    await user.click(await screen.findByRole('link', { name: 'New Request' }));
    expect(await control('What food')).toHaveValue('');
    expect(screen.queryByText('Continue your draft?')).toBeNull();
  });

  it('is also offered if this tab learns of the end only through another tab', async () => {
    const server = campus();
    const writer = mia();
    visit('/create-request', { as: writer, server });
    await fill();
    server.on(contract.users.me, failure('UNAUTHENTICATED'));
    localStorage.setItem('session expired', '');
    localStorage.removeItem('token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    await logInAs(writer, server);
    await resume();
    expect(await control('What food')).toHaveValue('Pad thai');
  });

  it('is forgotten if the student logs out in another tab', async () => {
    visit('/create-request', { as: mia(), server: campus() });
    await fill();
    expect(sessionStorage.getItem('draft')).toContain('Pad thai');
    localStorage.removeItem('token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(JSON.stringify(sessionStorage)).not.toContain('Pad thai');
  });

  it('is not shown to another student', async () => {
    const { server } = await loseSession();
    await logInAs(grace, server);
    expect(await control('What food')).toHaveValue('');
    expect(screen.queryByText('Continue your draft?')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is gone once the student has logged out', async () => {
    const { server, writer } = await loseSession();
    server.on(contract.sessions.end, ok({ message: 'Bye' }));
    await logInAs(writer, server);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('link', { name: 'Start Your Journey' });
    expect(sessionStorage).toHaveLength(0);
  });
});
