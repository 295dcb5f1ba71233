import type { Pagination } from '@spareswipe/contract';
import { deskContract, type DeskDispute } from '@spareswipe/contract/desk';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, ok } from '../../test/fake-server';
import { desk, done, id, open, pagination } from '../../test/desk';
import { put } from '../../test/fill';
import { address } from '../../test/visit';

afterEach(() => sessionStorage.clear());

const side = { hereAt: null, metAt: null, ratedAt: null, comment: null, disputes: 1 };
const dispute: DeskDispute = {
  matchId: id,
  openedAt: '2026-03-01T12:00:00.000Z',
  endsAt: '2026-03-15T12:00:00.000Z',
  completedBy: 'fulfiller',
  completedAt: '2026-03-01T11:00:00.000Z',
  requestId: id,
  mealDescription: 'Ramen bowl',
  location: 'North Hall',
  deadline: '2026-03-01T11:30:00.000Z',
  clock: { zone: 'India time', utcOffsetMinutes: 330 },
  requester: { ...side, _id: id, name: 'Ruth Requester', followedThrough: false },
  fulfiller: { ...side, _id: id, name: 'Finn Helps', followedThrough: null },
};
const disputes = (shown: DeskDispute[], changed: Partial<Pagination> = {}) =>
  ok({ disputes: shown, pagination: { ...pagination, ...changed } });

it('decides a dispute between what both sides said', async () => {
  const server = open(
    '/desk/disputes',
    desk()
      .on(deskContract.desk.disputes, disputes([dispute]))
      .on(deskContract.desk.decide, done),
  );
  expect(await screen.findByText(/^Requester/)).toHaveTextContent(
    'Requester Ruth Requester rated "No", 1 dispute in 180 days',
  );
  await userEvent.selectOptions(screen.getByLabelText('Who gets the meal'), 'Nobody, and no strike');
  expect(screen.getByLabelText('Reason')).toBeRequired();
  put(screen.getByLabelText('Reason'), 'The reader was broken.');
  server.on(deskContract.desk.disputes, disputes([], { pages: 0, total: 0 }));
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('No dispute waits for you.')).toBeVisible();
  const [call] = server.calls(deskContract.desk.decide);
  expect(call).toMatchObject({ params: { id }, body: { awardedTo: 'nobody', reason: 'The reader was broken.' } });
});

it('is gone when a colleague was first, and what the server said stays', async () => {
  const message = 'This dispute is already decided';
  const server = open(
    '/desk/disputes',
    desk()
      .on(deskContract.desk.disputes, disputes([dispute]))
      .on(deskContract.desk.decide, failure('ALREADY_DECIDED', { message })),
  );
  await userEvent.selectOptions(await screen.findByLabelText('Who gets the meal'), 'Nobody, and no strike');
  put(screen.getByLabelText('Reason'), 'The reader was broken.');
  server.on(deskContract.desk.disputes, disputes([], { pages: 0, total: 0 }));
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('No dispute waits for you.')).toBeVisible();
  expect(screen.getAllByText(message)).toHaveLength(1);
  expect(screen.getByRole('group', { name: 'Disputes' })).toHaveFocus();
});

it('names each dispute and its form by the meal, and says when it was due', async () => {
  const other = { ...dispute, matchId: id.replace(/1$/, '2'), mealDescription: 'Tofu', location: 'South Hall' };
  open('/desk/disputes', desk().on(deskContract.desk.disputes, disputes([dispute, other])));
  for (const name of [
    /^Ramen bowl.*North Hall.*, Mar 1, 2026 at 5:00 PM India time$/,
    /^Tofu.*South Hall.*India time$/,
  ]) {
    const card = within(await screen.findByRole('article', { name }));
    expect(card.getByRole('group', { name: 'Decide' })).toHaveAccessibleDescription(name);
    expect(card.getByRole('link', { name: /Ramen|Tofu/ })).toHaveAttribute('href', `/desk/requests?id=${id}`);
  }
});

it('leaves it to the operator who gets the meal, and leads there if they have not chosen', async () => {
  const server = open('/desk/disputes', desk().on(deskContract.desk.disputes, disputes([dispute])));
  const award = await screen.findByLabelText('Who gets the meal');
  expect(award).toHaveDisplayValue('Please choose');
  put(screen.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  await waitFor(() => expect(award).toHaveFocus());
  expect(award).toBeInvalid();
  expect(award).toHaveAccessibleDescription('Please choose');
  expect(screen.getByLabelText('Reason')).toHaveValue('The reader was broken.');
  expect(server.calls(deskContract.desk.decide)).toEqual([]);
});

it('shows what each side said and when, so that the operator sees who contradicts themself', async () => {
  const hereAt = '2026-03-01T10:50:00.000Z';
  const metAt = '2026-03-01T10:58:00.000Z';
  const ratedAt = '2026-03-01T12:00:00.000Z';
  const requester = { ...dispute.requester, hereAt, metAt, ratedAt, comment: 'I waited at the door.' };
  open('/desk/disputes', desk().on(deskContract.desk.disputes, disputes([{ ...dispute, requester }])));
  const times = await screen.findByText(/^at the place/);
  expect(times).toHaveTextContent(/^at the place .+; said "It's them" .+; rated .+$/);
  expect(screen.getByText('I waited at the door.')).toBeVisible();
  expect(screen.getByText(/^marked it complete/)).toBeVisible();
});

it('says that a side has not rated, and nothing of a completing that only the "No" made', async () => {
  const fulfiller = { ...dispute.fulfiller, metAt: '2026-03-01T10:58:00.000Z' };
  open(
    '/desk/disputes',
    desk().on(deskContract.desk.disputes, disputes([{ ...dispute, fulfiller, completedAt: null }])),
  );
  expect(await screen.findByText(/^Fulfiller/)).toHaveTextContent('Fulfiller Finn Helps has not rated, 1 dispute in');
  expect(screen.getByText(/^said "It's them"/)).not.toHaveTextContent('complete');
  expect(screen.queryByText(/^(Marked complete|Completed)/)).not.toBeInTheDocument();
});

it('says where nobody completed an exchange', async () => {
  open('/desk/disputes', desk().on(deskContract.desk.disputes, disputes([{ ...dispute, completedBy: 'system' }])));
  expect(await screen.findByText('Completed by itself')).toBeVisible();
  expect(screen.queryByText(/^marked it complete/)).not.toBeInTheDocument();
});

it('pages through the disputes, and shows the page before when the last one of a page is decided', async () => {
  const later = { ...dispute, mealDescription: 'Tofu' };
  const pages = (total: number) => (call: { query: { page?: unknown } }) => {
    const [current, pages] = [Number(call.query.page), Math.ceil(total / 25)];
    const shown = current === 1 ? [dispute] : total > 25 ? [later] : [];
    return disputes(shown, { current, pages, total, hasPrev: current > 1, hasNext: current < pages });
  };
  const server = open(
    '/desk/disputes',
    desk().on(deskContract.desk.disputes, pages(26)).on(deskContract.desk.decide, done),
  );
  expect(await screen.findByText('26 open disputes')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Tofu')).toBeVisible();
  expect(address()).toBe('/desk/disputes?page=2');
  let load = () => {};
  const loaded = new Promise<void>((resolve) => (load = resolve));
  server.on(deskContract.desk.disputes, async (call) => {
    if (call.query.page === '1') await loaded;
    return pages(25)(call);
  });
  await userEvent.selectOptions(screen.getByLabelText('Who gets the meal'), 'Nobody, and no strike');
  put(screen.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  const firstPage = () => server.calls(deskContract.desk.disputes).filter(({ query }) => query.page === '1');
  await waitFor(() => expect(firstPage()).toHaveLength(2));
  // nobody hears the number from before
  expect(screen.getByText('25 open disputes')).toBeVisible();
  load();
  expect(await screen.findByText('Ramen bowl')).toBeVisible();
  expect(screen.getByText('25 open disputes')).toBeVisible();
});
