import { jest } from '@jest/globals';
import { PROFILE_LIST_MAX } from '@spareswipe/contract';
import { deskContract, type DeskExchange } from '@spareswipe/contract/desk';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { desk, done, id, open, pagination, sam } from '../../test/desk';
import { failure, ok } from '../../test/fake-server';
import { visit } from '../../test/visit';
import { put } from '../../test/fill';

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

it('asks for a fresh code before it moves meals, then moves them', async () => {
  sessionStorage.setItem('desk', 'the token');
  let isConfirmed = false;
  const server = visit(`/desk/students/${id}`, {
    server: desk()
      .on(deskContract.operators.confirm, () => {
        isConfirmed = true;
        return ok({ message: 'Confirmed' });
      })
      .on(deskContract.desk.adjust, () =>
        isConfirmed ? ok({ message: 'Sam Student now has 3 meals' }) : failure('CONFIRMATION_REQUIRED'),
      ),
  });
  const form = within((await screen.findByRole('button', { name: 'Adjust meals' })).closest('form')!);
  put(form.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(form.getByRole('button', { name: 'Adjust meals' }));
  const code = await form.findByLabelText('Code of your authenticator');
  expect(code).toHaveFocus();
  put(code, '654321');
  await userEvent.click(form.getByRole('button', { name: 'Adjust meals' }));
  expect(await screen.findByText('Sam Student now has 3 meals')).toBeVisible();
  const adjusted = server.received.filter(({ route }) => route === deskContract.desk.adjust);
  expect(adjusted.at(-1)!.body).toEqual({ amount: 1, reason: 'The reader was broken.' });
});

it('asks for one code where the action is refused after it, and for another only if the server wants one', async () => {
  const server = open(
    `/desk/students/${id}`,
    desk().on(deskContract.operators.confirm, done).on(deskContract.desk.adjust, failure('CONFIRMATION_REQUIRED')),
  );
  const button = await screen.findByRole('button', { name: 'Adjust meals' });
  const form = within(button.closest('form')!);
  put(form.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(button);
  put(await form.findByLabelText('Code of your authenticator'), '654321');
  server.on(deskContract.desk.adjust, failure('INSUFFICIENT_CREDITS'));
  await userEvent.click(button);
  expect(await screen.findByText(/^Insufficient meals!/)).toBeVisible();
  await waitFor(() => expect(form.queryByLabelText('Code of your authenticator')).not.toBeInTheDocument());
  await waitFor(() => expect(button).toBeEnabled());
  server.on(deskContract.desk.adjust, done);
  await userEvent.click(button);
  expect(await screen.findByText('Done')).toBeVisible();
  expect(server.calls(deskContract.operators.confirm)).toHaveLength(1);
});

it('moves meals under the same key until a response says that they moved', async () => {
  sessionStorage.setItem('desk', 'the token');
  const message = 'Sam Student now has 3 meals';
  const server = desk().on(deskContract.desk.adjust, ok({ message }));
  server.loseAnswer(deskContract.desk.adjust, 2);
  visit(`/desk/students/${id}`, { server });
  const button = await screen.findByRole('button', { name: 'Adjust meals' });
  const form = within(button.closest('form')!);
  put(form.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('We could not reach SpareSwipe.');
  await userEvent.click(button);
  expect(await screen.findByText(message)).toBeVisible();
  const adjusted = server.received.filter(({ route }) => route === deskContract.desk.adjust);
  const keys = adjusted.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
});

it('repeats a suspension with the same key until a response arrives', async () => {
  const message = 'Sam Student is suspended';
  const server = desk().on(deskContract.desk.suspend, ok({ message }));
  server.loseAnswer(deskContract.desk.suspend, 1);
  open(`/desk/students/${id}`, server);
  const button = await screen.findByRole('button', { name: 'Suspend' });
  put(within(button.closest('form')!).getByLabelText('Reason'), 'Words that nobody should read.');
  await userEvent.click(button);
  expect(await screen.findByText(message)).toBeVisible();
  const sent = server.received.filter(({ route }) => route === deskContract.desk.suspend);
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
});

it('gives meals once when an operator presses twice, and empties the form', async () => {
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const server = open(`/desk/students/${id}`, desk().on(deskContract.desk.adjust, done));
  const button = await screen.findByRole('button', { name: 'Adjust meals' });
  const reason = () => within(button.closest('form')!).getByLabelText('Reason');
  put(reason(), 'The reader was broken.');
  await userEvent.click(button);
  await waitFor(() => expect(reason()).toHaveValue(''));
  await userEvent.click(button);
  expect(server.calls(deskContract.desk.adjust)).toHaveLength(1);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(button).toHaveFocus();
});

it('says aloud what is wrong with the field from which a form was sent', async () => {
  const errors = [{ path: 'amount', message: 'Please enter how many meals' }];
  open(`/desk/students/${id}`, desk().on(deskContract.desk.adjust, failure('VALIDATION_FAILED', { errors })));
  const form = within(await screen.findByRole('group', { name: 'Adjust meals' }));
  put(form.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.type(form.getByLabelText('Meals'), '{Enter}');
  expect(await form.findByRole('alert')).toHaveTextContent(errors[0]!.message);
  expect(form.getByLabelText('Meals')).toHaveAccessibleDescription(new RegExp(errors[0]!.message));
});

it('keeps the focus in the form that Enter in a field sent', async () => {
  open(`/desk/students/${id}`, desk().on(deskContract.desk.adjust, done));
  const form = await screen.findByRole('group', { name: 'Adjust meals' });
  put(within(form).getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.type(within(form).getByLabelText('Meals'), '{Enter}');
  expect(await screen.findByText('Done')).toBeVisible();
  await waitFor(() => expect(form).toHaveFocus());
});

it('leads to the other account of the mailbox that a student is suspended through, and lifts that suspension', async () => {
  const suspendedThrough = '0198c0de-0000-7000-8000-000000000002';
  const student = { ...sam, suspendedUntil: '2999-01-01T00:00:00.000Z', suspendedThrough };
  const server = open(
    `/desk/students/${id}`,
    desk().on(deskContract.desk.student, ok({ student })).on(deskContract.desk.liftSuspension, done),
  );
  const link = await screen.findByRole('link', { name: 'another account of the same mailbox' });
  expect(link).toHaveAttribute('href', `/desk/students/${suspendedThrough}`);
  const button = screen.getByRole('button', { name: 'Lift suspension' });
  put(within(button.closest('form')!).getByLabelText('Reason'), 'It was a mistake.');
  await userEvent.click(button);
  expect(await screen.findByText('Done')).toBeVisible();
  expect(server.calls(deskContract.desk.liftSuspension)[0]!.params).toEqual({ id: suspendedThrough });
});

it('offers to load a student again after a failure, and says so where there is none', async () => {
  const server = open(`/desk/students/${id}`, desk().on(deskContract.desk.student, failure('INTERNAL')));
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.on(deskContract.desk.student, failure('NOT_FOUND'));
  await userEvent.click(again);
  expect(await screen.findByText('There is no such student on your campus.')).toBeVisible();
});

it('offers nothing that the server refuses for a student who has not verified the address', async () => {
  const student = { ...sam, isVerified: false };
  open(`/desk/students/${id}`, desk().on(deskContract.desk.student, ok({ student })));
  expect(await screen.findByText('Has not verified the address yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Suspend' })).not.toBeInTheDocument();
});

it("says how exchanges ended, and offers to void those of the operator's campus that nobody voided or decided", async () => {
  const exchange = {
    _id: id,
    createdAt: '2026-03-01T12:00:00.000Z',
    status: 'completed' as const,
    role: 'fulfiller' as const,
    other: 'Ruth Requester',
    requestId: id,
    mealDescription: 'Ramen bowl',
    location: 'North Hall',
    campus: 'state',
    deadline: '2026-03-01T13:00:00.000Z',
    clock: null,
    isVoided: false,
    dispute: null,
    cancelledBecause: null,
  };
  const another = (number: number, changed: Partial<DeskExchange>) => ({
    ...exchange,
    _id: `0198c0de-0000-7000-8000-00000000000${number}`,
    ...changed,
  });
  const exchanges = [
    exchange,
    another(2, { campus: 'cs.state', mealDescription: 'Soup' }),
    another(3, { isVoided: true, mealDescription: 'Voided tofu' }),
    another(4, { dispute: 'fulfiller', mealDescription: 'Decided dal' }),
    another(5, { status: 'cancelled', cancelledBecause: 'no_show', mealDescription: 'Lonely rice' }),
    another(6, { dispute: 'open', mealDescription: 'Disputed pie' }),
  ];
  open(`/desk/students/${id}`, desk().on(deskContract.desk.studentExchanges, ok({ exchanges, pagination })));
  expect(await screen.findByText(/on cs\.state$/)).toBeVisible();
  expect(screen.getByLabelText('Exchange')).toHaveValue('');
  const options = within(screen.getByLabelText('Exchange')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Please choose',
    expect.stringMatching(/^Ramen bowl, Mar 1, 2026 at .+, with Ruth Requester$/),
    expect.stringMatching(/^Disputed pie/),
  ]);
  const rows = within(screen.getByRole('table', { name: 'Exchanges' }))
    .getAllByRole('row')
    .slice(1);
  expect(within(rows[0]!).getByRole('link')).toHaveAttribute('href', `/desk/requests?id=${id}`);
  expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)!.textContent)).toEqual([
    ...['completed', 'completed', 'voided', 'dispute ended for the fulfiller', 'cancelled: no-show', 'disputed'],
  ]);
});

it('leaves it to the operator which of several strikes they withdraw', async () => {
  const strike = { createdAt: '2026-02-01T12:00:00.000Z', accuser: 'Ruth Asks', matchId: id, state: 'live' as const };
  const strikes = [id, id.replace(/1$/, '2')].map((_id) => ({ ...strike, _id }));
  open(`/desk/students/${id}`, desk().on(deskContract.desk.student, ok({ student: { ...sam, strikes } })));
  expect(await screen.findByLabelText('Strike')).toHaveDisplayValue('Please choose');
});

it('says where a list shows only the latest', async () => {
  const strike = { createdAt: '2026-02-01T12:00:00.000Z', accuser: 'Ruth Asks', matchId: id, state: 'lapsed' as const };
  const strikes = Array.from({ length: PROFILE_LIST_MAX }, (_, i) => ({
    ...strike,
    _id: `${id.slice(0, -3)}${100 + i}`,
  }));
  const show = (shown: typeof strikes) =>
    open(`/desk/students/${id}`, desk().on(deskContract.desk.student, ok({ student: { ...sam, strikes: shown } })));
  show(strikes.slice(1));
  expect(await screen.findAllByText(/by Ruth Asks/)).not.toHaveLength(0);
  expect(screen.queryByText(/^Only the latest/)).not.toBeInTheDocument();
  cleanup();
  show(strikes);
  expect(await screen.findAllByText('Only the latest 50 are shown.')).toHaveLength(1);
});

it('pages through the exchanges and the meals of a student, and says how many there are', async () => {
  const twoPages = ({ query }: { query: { page?: unknown } }) =>
    String(query.page) === '2'
      ? { current: 2, pages: 2, total: 26, hasPrev: true, hasNext: false }
      : { current: 1, pages: 2, total: 26, hasPrev: false, hasNext: true };
  const entry = { sequence: '7', createdAt: '2026-03-01T12:00:00.000Z', request: null, dispute: null };
  open(
    `/desk/students/${id}`,
    desk().on(deskContract.desk.studentCredits, (call) => {
      const pagination = twoPages(call);
      const kind = pagination.current === 1 ? ('adjustment' as const) : ('grant' as const);
      // a void gives back what was never disputed
      const voided = { ...entry, sequence: '6', kind: 'dispute' as const, dispute: 'requester' as const };
      const entries = [{ ...entry, kind }, voided].map((row) => ({ ...row, amount: -1, balance: 2 }));
      return ok({ entries, pagination });
    }),
  );
  expect(await screen.findByText('26 movements')).toBeVisible();
  expect(screen.getByText(/^Returned to the requester/)).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Meals' }));
  const row = table.getByText(/^Given or taken by an operator/).closest('tr')!;
  expect([...row.cells].slice(1).map(({ textContent }) => textContent)).toEqual(['−1', '2']);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(/^Starting meals/)).toBeVisible();
  expect(screen.getByText('Page 2 of 2')).toBeVisible();
  // it is read from its top
  expect(screen.getByRole('group', { name: 'Meals' })).toHaveFocus();
});
