import { deskContract, type DeskRequest } from '@spareswipe/contract/desk';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test/fake-server';
import { desk, done, id, open, pagination, report } from '../../test/desk';
import { put } from '../../test/fill';

afterEach(() => sessionStorage.clear());

const ruth = { _id: id, name: 'Ruth Requester' };
const openRequest: DeskRequest = {
  _id: id,
  createdAt: '2026-03-01T12:00:00.000Z',
  status: 'active',
  mealDescription: 'Ramen bowl',
  location: 'North Hall',
  description: 'No <b>nuts</b>.',
  deadline: '2026-03-01T18:00:00.000Z',
  clock: null,
  campus: 'state',
  requester: ruth,
  match: null,
};
const matchId = '0198c0de-0000-7000-8000-000000000007';
const match = {
  _id: matchId,
  fulfiller: { _id: matchId, name: 'Finn Helps' },
  status: 'accepted' as const,
  isVoided: false,
  dispute: null,
  cancelledBecause: null,
};
const accepted: DeskRequest = { ...openRequest, _id: matchId, status: 'matched', mealDescription: 'Tofu', match };

const shelf = (...requests: DeskRequest[]) => desk().on(deskContract.desk.requests, ok({ requests, pagination }));
const cardOf = async (meal: string) => within((await screen.findByText(meal)).closest('article')!);

it('lists the open requests first, and finds others by status, meal or student', async () => {
  const server = open('/desk/requests', shelf(openRequest));
  const card = await cardOf('Ramen bowl');
  expect(card.getByRole('link', { name: 'Ruth Requester' })).toHaveAttribute('href', `/desk/students/${id}`);
  expect(card.getByText('No <b>nuts</b>.')).toBeVisible();
  expect(server.calls(deskContract.desk.requests)[0]!.query).toMatchObject({ status: 'active', page: '1' });
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'All');
  put(screen.getByLabelText('Search'), 'r');
  await waitFor(() => expect(server.calls(deskContract.desk.requests).at(-1)!.query).toMatchObject({ search: 'r' }));
  expect(server.calls(deskContract.desk.requests).at(-1)!.query).not.toHaveProperty('status');
});

it('says when a meal is due by the clock of its campus, as the students read it', async () => {
  const clock = { zone: 'India time', utcOffsetMinutes: 330 };
  open('/desk/requests', shelf({ ...openRequest, deadline: '2026-03-01T20:00:00.000Z', clock }));
  const card = await cardOf('Ramen bowl');
  expect(card.getByText(/North Hall/).closest('p')).toHaveTextContent(/Mar 2, 2026 at 1:30 AM India time$/);
});

it('removes an open request with a reason that its requester reads', async () => {
  const server = open('/desk/requests', shelf(openRequest).on(deskContract.desk.removeRequest, done));
  const card = await cardOf('Ramen bowl');
  await userEvent.click(card.getByText('Remove this request'));
  put(card.getByLabelText('Reason'), 'Please ask for food only.');
  await userEvent.click(card.getByRole('button', { name: 'Remove request' }));
  expect(await screen.findByText('Done')).toBeVisible();
  const [call] = server.calls(deskContract.desk.removeRequest);
  expect(call).toMatchObject({ params: { id }, body: { reason: 'Please ask for food only.' } });
});

it('names both students of a match, says how it stands, and voids it', async () => {
  const server = open('/desk/requests?status=all', shelf(accepted).on(deskContract.desk.voidExchange, done));
  const card = await cardOf('Tofu');
  expect(card.getByText(/^Accepted by/)).toHaveTextContent('Accepted by Finn Helps: accepted');
  await userEvent.click(card.getByText('Void this exchange'));
  put(card.getByLabelText('Reason'), 'The hall was closed.');
  await userEvent.click(card.getByRole('button', { name: 'Void exchange' }));
  await waitFor(() => expect(server.calls(deskContract.desk.voidExchange)).toHaveLength(1));
  expect(server.calls(deskContract.desk.voidExchange)[0]!.params).toEqual({ id: matchId });
});

it('offers nothing for a request that is over', async () => {
  const over = { ...match, status: 'cancelled' as const, cancelledBecause: 'no_show' as const };
  open('/desk/requests?status=all', shelf({ ...accepted, status: 'cancelled', match: over }));
  expect(await screen.findByText(/^Accepted by/)).toHaveTextContent('Accepted by Finn Helps: cancelled: no-show');
  expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument();
});

it('leads from a report to its request, and from there to all others', async () => {
  const server = open('/desk/reports', shelf(openRequest));
  await userEvent.click(await screen.findByRole('link', { name: report.mealDescription }));
  expect(await screen.findByRole('heading', { name: 'Requests', level: 1 })).toBeVisible();
  await cardOf('Ramen bowl');
  expect(server.calls(deskContract.desk.requests)[0]!.query).toMatchObject({ id: report.requestId });
  await userEvent.click(screen.getByRole('button', { name: 'Show all requests' }));
  await waitFor(() =>
    expect(server.calls(deskContract.desk.requests).at(-1)!.query).toMatchObject({ status: 'active' }),
  );
});
