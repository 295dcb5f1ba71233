import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, DEADLINE_TOO_SOON, type Campus } from '@spareswipe/contract';
import { screen, waitFor } from '@testing-library/react';
import { failure, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { mount } from '../../test/mount';
import { address, visit } from '../../test/visit';
import { campus, control, fill, mia, MORNING, sent, submit, user, write } from '../../test/write-request';
import { CreateRequestForm } from '../features/requests/create-request-form';

beforeEach(() => void jest.useFakeTimers({ now: MORNING, advanceTimers: true }));
afterEach(() => void jest.useRealTimers());

/** The form without its page. */
function open(server = campus(), fields?: Partial<Campus>) {
  mount(<CreateRequestForm campus={fields && given.campus(fields)} />, { as: mia(), server });
  return server;
}

describe('creating a request', () => {
  it('sends what was asked for, says how many meals remain, and goes to the own requests [spec §7.12 §8.24]', async () => {
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
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(sent(server)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('begins with lunch, medium urgency and flexible timing, beside tips [spec §2.35 §5.6]', async () => {
    visit('/create-request', { as: mia(), server: campus() });
    expect(await control('Meal period')).toHaveValue('lunch');
    expect(await control('Urgency')).toHaveValue('medium');
    expect(await control('timing is flexible')).toBeChecked();
    expect(screen.getByRole('region', { name: 'Tips for a good request' })).toBeVisible();
    expect(screen.getByText('Meals left')).toBeVisible();
  });

  it('proposes a time for each period [spec §5.11]', async () => {
    open();
    for (const [period, time] of [
      ['breakfast', '10:00'],
      ['dinner', '20:00'],
      ['any', '12:00'],
    ] as const) {
      await write('Meal period', period);
      expect(await control('date')).toHaveValue('2026-03-03');
      expect(await control('time')).toHaveValue(time);
    }
  });

  it('proposes tomorrow once the time of the period is over, and keeps a time that the student chose, with its date', async () => {
    jest.setSystemTime(new Date(2026, 2, 3, 13, 31));
    open();
    expect(await control('date')).toHaveValue('2026-03-04');
    await write('time', '18:15');
    await write('Meal period', 'dinner');
    expect(await control('date')).toHaveValue('2026-03-04');
    expect(await control('time')).toHaveValue('18:15');
  });
});

it('says that date and time are required, which browsers do not tell screen readers of such inputs', async () => {
  open();
  const both = await screen.findByRole('group', { name: 'By when, required' });
  for (const label of ['date', 'time']) expect(both).toContainElement(await control(label));
});

describe('the clock of the campus', () => {
  const zoneOf = (utcOffsetMinutes: number) => ({
    timeZone: 'Asia/Kathmandu',
    clock: { zone: 'Kathmandu', utcOffsetMinutes },
  });

  it('stands under the deadline where it differs from that of the phone', async () => {
    visit('/create-request', {
      as: mia(),
      server: campus().on(contract.campuses.mine, ok({ campus: given.campus(zoneOf(345)) })),
    });
    const there = new Date(2026, 2, 3, 14, 0).toLocaleTimeString('en-US', {
      timeZone: 'Asia/Kathmandu',
      hour: 'numeric',
      minute: '2-digit',
    });
    expect(await screen.findByText(/ Nepal time$/)).toHaveTextContent(`${there} Nepal time`);
  });

  it('says nothing where both are the same', () => {
    open(campus(), zoneOf(-new Date(2026, 2, 3).getTimezoneOffset()));
    expect(screen.queryByText(/Nepal/)).toBeNull();
  });
});

describe('the rules of a request', () => {
  it('are shown at their fields, and the first of them gets the focus [spec §5.7 §5.9]', async () => {
    const server = open();
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

  it('refuse longer texts than fit, each at its field [spec §5.8]', async () => {
    const server = open();
    const tooLong = [
      ['What food', 151, 'Food description cannot be more than 150 characters'],
      ['Store', 101, 'Store name cannot be more than 100 characters'],
      ['Details', 501, 'Description cannot be more than 500 characters'],
    ] as const;
    for (const [label, length] of tooLong) await write(label, 'x'.repeat(length));
    await submit();
    await screen.findByText('Store name cannot be more than 100 characters');
    for (const [label, , message] of tooLong)
      expect(await control(label)).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(sent(server)).toHaveLength(0);
  });

  it('refuse a deadline too soon at its time, and one in the past or too late at its date [spec §5.10]', async () => {
    const server = open();
    await fill();
    for (const [date, time, at, message] of [
      ['2026-03-03', '09:29', 'time', DEADLINE_TOO_SOON],
      ['2026-03-02', '12:00', 'date', 'Date cannot be in the past'],
      ['2026-03-11', '12:00', 'date', 'Deadline cannot be more than 7 days from now'],
    ] as const) {
      await write('date', date);
      await write('time', time);
      await submit();
      const field = await control(at);
      await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    }
    expect(sent(server)).toHaveLength(0);
  });

  it('count a text as the server does, so that what fits is sent', async () => {
    const server = open();
    await fill();
    await write('What food', ` \u200b${'e\u0301'.repeat(150)} `);
    expect(screen.getByText('150/150 characters')).toBeVisible();
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(1));
  });

  it('allow the last minute of the seventh day [spec §5.10]', async () => {
    const server = open();
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
    open(server);
    await fill();
    await submit();
    const time = await control('time');
    await waitFor(() => expect(time).toHaveAccessibleDescription(DEADLINE_TOO_SOON));
    expect(time).toHaveFocus();
  });
});

describe('a suspended student', () => {
  const until = new Date(2026, 2, 8, 12, 0).toISOString();
  const suspended = () => mia({ strikes: { count: 2, suspendedUntil: until } });

  it('sees until when, and the button says why it sends nothing [spec §4.16]', async () => {
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

  it('whose screen does not know yet learns it from the server [spec §8.27]', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    const words = { message: 'Suspended until Mar 8', suspendedUntil: until };
    server.on(contract.requests.create, failure('ACCOUNT_SUSPENDED', words));
    server.on(contract.users.me, ok({ user: suspended() }));
    await submit();
    expect(await screen.findByText('Suspended until Mar 8')).toBeVisible();
    expect(await screen.findByText('Your account is suspended until Mar 8, 2026 at 12:00 PM')).toBeVisible();
    expect(document.activeElement).toContainElement(screen.getByRole('button', { name: 'Create Request' }));
    expect(document.activeElement).not.toContainElement(await control('What food'));
    expect(await control('What food')).toHaveValue('Pad thai');
  });
});
