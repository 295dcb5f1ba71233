import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, DEADLINE_TOO_SOON, type User } from '@spareswipe/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, type FakeServer } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

// Tuesday morning, local time
const MORNING = new Date(2026, 2, 3, 9, 0);
const INSUFFICIENT = 'Insufficient meals! Buy more or fulfill other requests to earn meals.';
const QUESTION = 'Would you like to purchase more meals now?';

beforeEach(() => void jest.useFakeTimers({ now: MORNING, advanceTimers: true }));
afterEach(() => void jest.useRealTimers());

const mia = (fields: Partial<User> = {}) => given.student({ name: 'Mia Chen', credits: 3, ...fields });

const campus = () =>
  fakeServer()
    .on(contract.requests.create, {
      status: 201,
      body: { success: true, request: given.request({ isOwn: true }), creditsRemaining: 2 },
    })
    .on(contract.requests.mine, {
      status: 200,
      body: {
        success: true,
        requests: [],
        pagination: given.pagination({ total: 0, pages: 0 }),
        counts: { all: 0, active: 0, matched: 0, completed: 0, cancelled: 0, expired: 0 },
      },
    });

const user = userEvent.setup({ delay: null });
const control = (label: string) => screen.findByLabelText(new RegExp(label));
const submit = () => user.click(screen.getByRole('button', { name: 'Create Request' }));

const write = async (label: string, text: string) =>
  fireEvent.change(await control(label), { target: { value: text } });

async function fill() {
  await write('What food', 'Pad thai');
  await write('Store', 'Lakeside');
}

const sent = (server: FakeServer) => server.calls(contract.requests.create);

describe('creating a request', () => {
  it('sends what was asked for, says how many meals remain, and goes to the own requests', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    await user.selectOptions(await control('Urgency'), 'High');
    await write('Details', 'No peanuts');
    await user.click(await control('timing is flexible'));
    await submit();
    expect(await screen.findByText('Request created successfully! 2 meals remaining')).toBeVisible();
    expect(address()).toBe('/my-requests');
    expect(sent(server)).toHaveLength(1);
    expect(sent(server)[0]?.body).toEqual({
      mealPeriod: 'lunch',
      mealDescription: 'Pad thai',
      location: 'Lakeside',
      description: 'No peanuts',
      urgency: 'high',
      isFlexible: false,
      deadline: new Date(2026, 2, 3, 14, 0).toISOString(),
    });
    expect(sent(server)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('begins with lunch, medium urgency and flexible timing, beside tips', async () => {
    visit('/create-request', { as: mia(), server: campus() });
    expect(await control('Meal period')).toHaveValue('lunch');
    expect(await control('Urgency')).toHaveValue('medium');
    expect(await control('timing is flexible')).toBeChecked();
    expect(screen.getByRole('region', { name: 'Tips for a good request' })).toBeVisible();
    expect(screen.getByText('Meals left')).toBeVisible();
  });

  it.each([
    ['Breakfast', '2026-03-03', '10:00'],
    ['Dinner', '2026-03-03', '20:00'],
    ['Any meal', '2026-03-03', '12:00'],
  ])('proposes a time for %s', async (period, date, time) => {
    visit('/create-request', { as: mia(), server: campus() });
    await user.selectOptions(await control('Meal period'), period);
    expect(await control('date')).toHaveValue(date);
    expect(await control('time')).toHaveValue(time);
  });

  it('proposes tomorrow once the time of the period is over, and keeps a time the student chose', async () => {
    jest.setSystemTime(new Date(2026, 2, 3, 13, 31));
    visit('/create-request', { as: mia(), server: campus() });
    expect(await control('date')).toHaveValue('2026-03-04');
    await write('time', '18:15');
    await user.selectOptions(await control('Meal period'), 'Dinner');
    expect(await control('date')).toHaveValue('2026-03-03');
    expect(await control('time')).toHaveValue('18:15');
  });
});

describe('the rules of a request', () => {
  it('are told at their fields, and the first of them gets the focus', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await write('date', '');
    await write('time', '');
    await submit();
    expect(await screen.findByText('Please specify what food you want')).toBeVisible();
    expect(await control('What food')).toHaveFocus();
    for (const [label, message] of [
      ['Store', 'Store is required'],
      ['date', 'Date is required'],
      ['time', 'Time is required'],
    ] as const)
      expect(await control(label)).toHaveAccessibleDescription(message);
    expect(sent(server)).toHaveLength(0);
  });

  it.each([
    ['What food', 151, 'Food description cannot be more than 150 characters'],
    ['Store', 101, 'Store name cannot be more than 100 characters'],
    ['Details', 501, 'Description cannot be more than 500 characters'],
  ])('refuse a longer text in %s than fits', async (label, length, message) => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    await write(label, 'x'.repeat(length));
    await submit();
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent(server)).toHaveLength(0);
  });

  it.each([
    ['2026-03-03', '09:29', 'time', DEADLINE_TOO_SOON],
    ['2026-03-02', '12:00', 'date', 'Date cannot be in the past'],
    ['2026-03-11', '12:00', 'date', 'Deadline cannot be more than 7 days from now'],
  ])('refuse a deadline of %s %s', async (date, time, at, message) => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    await write('date', date);
    await write('time', time);
    await submit();
    const field = await control(at);
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    expect(sent(server)).toHaveLength(0);
  });

  it('count a text as the server does, so that what fits is sent', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    await write('What food', ` \u200b${'e\u0301'.repeat(150)} `);
    expect(screen.getByText('150/150 characters')).toBeVisible();
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(1));
  });

  it('allow the last minute of the seventh day', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    await write('date', '2026-03-10');
    await write('time', '23:59');
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(1));
  });

  it('of the server land on the fields, the deadline on the one to change', async () => {
    const errors = [{ path: 'deadline', message: DEADLINE_TOO_SOON }];
    const server = campus().on(
      contract.requests.create,
      failure('VALIDATION_FAILED', { message: DEADLINE_TOO_SOON, errors }),
    );
    visit('/create-request', { as: mia(), server });
    await fill();
    await submit();
    const time = await control('time');
    await waitFor(() => expect(time).toHaveAccessibleDescription(DEADLINE_TOO_SOON));
    expect(time).toHaveFocus();
  });
});

describe('sending a request', () => {
  it('happens once, however often the button is pressed', async () => {
    let answer = () => {};
    const pressed = new Promise<void>((resolve) => (answer = resolve));
    const server = campus().on(contract.requests.create, async () => {
      await pressed;
      const body = { success: true as const, request: given.request({ isOwn: true }), creditsRemaining: 2 };
      return { status: 201 as const, body };
    });
    visit('/create-request', { as: mia(), server });
    await fill();
    await user.dblClick(screen.getByRole('button', { name: 'Create Request' }));
    await user.type(await control('Store'), '{Enter}');
    answer();
    expect(await screen.findByText('Request created successfully! 2 meals remaining')).toBeVisible();
    expect(sent(server)).toHaveLength(1);
  });

  it('keeps the input when the network fails, and retries under the same key', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    server.down();
    await submit();
    expect(await screen.findByText('Failed to create request')).toBeVisible();
    expect(await control('What food')).toHaveValue('Pad thai');
    server.down(false);
    server.on(contract.requests.create, failure('BUSY'));
    await submit();
    expect(await screen.findByText('We are very busy right now. Please try again in a moment.')).toBeVisible();
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(2));
    await write('Store', 'Elsewhere');
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(3));
    const [first, second, other] = sent(server).map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('leaves a student where they went meanwhile', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const body = { success: true as const, request: given.request({ isOwn: true }), creditsRemaining: 2 };
    server.on(contract.requests.create, () => answered.then(() => ({ status: 201 as const, body })));
    await submit();
    await user.click(await screen.findByRole('link', { name: 'Messages' }));
    await screen.findByRole('heading', { name: 'Messages Coming Soon' });
    answer();
    expect(await screen.findByText('Request created successfully! 2 meals remaining')).toBeVisible();
    expect(address()).toBe('/messages');
  });

  it('succeeds, and counts once, when the answer got lost on the way', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    server.loseAnswer(contract.requests.create);
    await user.dblClick(screen.getByRole('button', { name: 'Create Request' }));
    expect(await screen.findByText('Request created successfully! 2 meals remaining')).toBeVisible();
    expect(address()).toBe('/my-requests');
    expect(screen.queryByText('Failed to create request')).toBeNull();
    const [first, second, ...more] = sent(server);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(second?.body).toEqual(first?.body);
    expect(more).toHaveLength(0);
  });

  it('sends the last meal’s wish again after a lost answer, and gets the answer to the first', async () => {
    const server = campus();
    const created = () => {
      const body = { success: true as const, request: given.request({ isOwn: true }), creditsRemaining: 0 };
      return { status: 201 as const, body };
    };
    const counted = new Set<string | null>();
    visit('/create-request', { as: mia({ credits: 1 }), server });
    await fill();
    server.on(contract.requests.create, ({ headers }) => {
      const key = headers.get('idempotency-key');
      if (!counted.has(key) && counted.size > 0) return failure('INSUFFICIENT_CREDITS');
      counted.add(key);
      server.on(contract.auth.me, { status: 200, body: { success: true, user: mia({ credits: 0 }) } });
      return created();
    });
    // also the one to the second try, which the page makes by itself
    server.loseAnswer(contract.requests.create, 2);
    await submit();
    expect(await screen.findByText('Failed to create request')).toBeVisible();
    expect(await screen.findByText('You have no meals left')).toBeVisible();
    await submit();
    expect(await screen.findByText('Request created successfully! 0 meals remaining')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Failed to create request')).toBeNull(), { timeout: 1500 });
    expect(screen.queryByText(INSUFFICIENT)).toBeNull();
    expect(address()).toBe('/my-requests');
    expect(counted.size).toBe(1);
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
    server.on(contract.requests.create, failure('UNAUTHENTICATED')).on(contract.auth.me, failure('UNAUTHENTICATED'));
    await submit();
    await screen.findByRole('heading', { name: 'Welcome Back' });
    // what happened the screen says, and no failure beside it
    expect(screen.queryByRole('alert')).toBeNull();
    return { server, writer };
  }

  async function logInAs(student: User, server: FakeServer) {
    server.on(contract.auth.me, { status: 200, body: { success: true, user: student } });
    server.on(contract.auth.login, {
      status: 200,
      body: { success: true, user: student, token: `new token of ${student.name}` },
    });
    await write('Email', student.email);
    await write('^Password', 'Sunny-Day1');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByRole('heading', { level: 1, name: 'Create Request' });
  }

  it('is there again when the same student has logged in, until it is sent', async () => {
    const { server, writer } = await loseSession();
    await logInAs(writer, server);
    expect(await control('What food')).toHaveValue('Pad thai');
    expect(await control('Store')).toHaveValue('Lakeside');
    expect(await control('Urgency')).toHaveValue('high');
    expect(await control('date')).toHaveValue('2026-03-03');
    const body = { success: true as const, request: given.request({ isOwn: true }), creditsRemaining: 2 };
    server.on(contract.requests.create, { status: 201, body });
    await submit();
    await screen.findByText('Request created successfully! 2 meals remaining');
    await user.click(await screen.findByRole('link', { name: 'New Request' }));
    expect(await control('What food')).toHaveValue('');
  });

  it('is offered once: what the student has left then is gone', async () => {
    const { server, writer } = await loseSession();
    await logInAs(writer, server);
    expect(await control('What food')).toHaveValue('Pad thai');
    await user.click(await screen.findByRole('link', { name: 'Messages' }));
    await screen.findByRole('heading', { name: 'Messages Coming Soon' });
    await user.click(await screen.findByRole('link', { name: 'Create Request' }));
    expect(await control('What food')).toHaveValue('');
  });

  it('is there again also where another tab heard of the end, and this one only through it', async () => {
    const server = campus();
    const writer = mia();
    visit('/create-request', { as: writer, server });
    await fill();
    server.on(contract.auth.me, failure('UNAUTHENTICATED'));
    localStorage.setItem('session expired', '');
    localStorage.removeItem('token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    await logInAs(writer, server);
    expect(await control('What food')).toHaveValue('Pad thai');
  });

  it('has another time by then if its own is over', async () => {
    const { server, writer } = await loseSession();
    jest.setSystemTime(new Date(2026, 2, 4, 9, 0));
    await logInAs(writer, server);
    expect(await control('What food')).toHaveValue('Pad thai');
    expect(await control('date')).toHaveValue('2026-03-04');
  });

  it('is not shown to another student', async () => {
    const { server } = await loseSession();
    await logInAs(grace, server);
    expect(await control('What food')).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('is gone once the student has logged out', async () => {
    const { server, writer } = await loseSession();
    server.on(contract.auth.logout, { status: 200, body: { success: true, message: 'Bye' } });
    await logInAs(writer, server);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('link', { name: 'Start Your Journey' });
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('a suspended student', () => {
  const until = new Date(2026, 2, 8, 12, 0).toISOString();
  const suspended = () => mia({ strikes: { count: 2, suspendedUntil: until } });

  it('sees until when, and the button says why it sends nothing', async () => {
    const server = campus();
    visit('/create-request', { as: suspended(), server });
    expect(await screen.findByText('Your account is suspended until Mar 8, 2026 at 12:00 PM')).toBeVisible();
    await fill();
    const button = screen.getByRole('button', { name: 'Create Request' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('You are suspended until Mar 8, 2026 at 12:00 PM');
    await user.click(button);
    await user.type(await control('Store'), '{Enter}');
    const told = await screen.findByRole('alert');
    expect(told).toHaveTextContent('You are suspended until Mar 8, 2026 at 12:00 PM');
    expect(sent(server)).toHaveLength(0);
  });

  it('whose screen does not know it yet is told by the server', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    const words = { message: 'Suspended until Mar 8', suspendedUntil: until };
    server.on(contract.requests.create, failure('ACCOUNT_SUSPENDED', words));
    server.on(contract.auth.me, { status: 200, body: { success: true, user: suspended() } });
    await submit();
    expect(await screen.findByText('Suspended until Mar 8')).toBeVisible();
    expect(await screen.findByText('Your account is suspended until Mar 8, 2026 at 12:00 PM')).toBeVisible();
    expect(await control('What food')).toHaveValue('Pad thai');
  });
});

describe('without a meal left', () => {
  const broke = () => mia({ credits: 0 });

  it('says so and does not send', async () => {
    const server = campus();
    visit('/create-request', { as: broke(), server });
    const notice = await screen.findByText('You have no meals left');
    expect(notice).toBeVisible();
    expect(screen.getByRole('link', { name: 'Buy more meals' })).toHaveAttribute('href', '/purchase-meals');
    await fill();
    await submit();
    expect(await screen.findByText(INSUFFICIENT)).toBeVisible();
    expect(sent(server)).toHaveLength(0);
  });

  it('asks after 2 seconds whether to buy some, and goes there on yes', async () => {
    const server = campus().on(contract.requests.create, failure('INSUFFICIENT_CREDITS'));
    server.on(contract.payments.packages, failure('INTERNAL'));
    visit('/create-request', { as: mia({ credits: 1 }), server });
    await fill();
    await submit();
    expect(await screen.findByText(INSUFFICIENT)).toBeVisible();
    expect(screen.queryByText(QUESTION)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(QUESTION);
    await user.click(within(dialog).getByRole('button', { name: 'Yes, buy meals' }));
    await waitFor(() => expect(address()).toBe('/purchase-meals'));
  });

  it('tells a student who owes meals what the server says', async () => {
    const words = 'You owe 2 meals. The next ones you earn or buy settle this first.';
    const server = campus().on(contract.requests.create, failure('INSUFFICIENT_CREDITS', { message: words, owed: 2 }));
    visit('/create-request', { as: mia({ credits: 1 }), server });
    await fill();
    await submit();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(INSUFFICIENT)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  });

  it('stays with its input on no', async () => {
    const server = campus().on(contract.requests.create, failure('INSUFFICIENT_CREDITS'));
    visit('/create-request', { as: mia({ credits: 1 }), server });
    await fill();
    await submit();
    await screen.findByText(INSUFFICIENT);
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/create-request');
    expect(await control('What food')).toHaveValue('Pad thai');
  });

  it('refuses by itself again once the server has said so', async () => {
    const server = campus().on(contract.requests.create, failure('INSUFFICIENT_CREDITS'));
    visit('/create-request', { as: mia({ credits: 1 }), server });
    await fill();
    server.on(contract.auth.me, { status: 200, body: { success: true, user: broke() } });
    await submit();
    expect(await screen.findByText('You have no meals left')).toBeVisible();
    await submit();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Request' })).toBeEnabled());
    expect(sent(server)).toHaveLength(1);
  });

  it('asks nothing of a student who has left the screen by then', async () => {
    visit('/create-request', { as: broke(), server: campus() });
    await fill();
    await submit();
    await screen.findByText(INSUFFICIENT);
    await user.click(screen.getByRole('link', { name: 'My Requests' }));
    await screen.findByRole('heading', { level: 1, name: 'My Meal Exchange Requests' });
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(screen.queryByText(QUESTION)).toBeNull();
  });
});
