import { deskContract } from '@spareswipe/contract/desk';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test/fake-server';
import { desk, done, id, noPages, open, sam } from '../../test/desk';
import { put } from '../../test/fill';

afterEach(() => sessionStorage.clear());

it('lists who reports no-shows, of whom, and what came of it; and says it on their page', async () => {
  const counts = { noShows: 4, people: 3, struck: 2, withdrawn: 1 };
  const byAccuser = [{ student: { _id: id, name: 'Ruth Requester' }, ...counts }];
  const none = { noShows: 0, people: 0, struck: 0, withdrawn: 0 };
  const student = { ...sam, noShows: { reported: counts, received: none } };
  open(
    '/desk/strikes',
    desk()
      .on(deskContract.desk.noShows, ok({ byAccuser, byAccused: [] }))
      .on(deskContract.desk.student, ok({ student })),
  );
  const table = await screen.findByRole<HTMLTableElement>('table', { name: 'Who reports' });
  const row = table.rows[1]!;
  expect([...row.cells].map(({ textContent }) => textContent)).toEqual(['Ruth Requester', '4', '3', '2', '1']);
  expect(screen.getByText('Who is reported: nobody.')).toBeVisible();
  await userEvent.click(within(row).getByRole('link'));
  expect(
    await screen.findByText('Reported in 180 days 4 no-shows with 3 people: 2 strikes, 1 withdrawn'),
  ).toBeVisible();
  expect(screen.queryByText(/^Is reported/)).not.toBeInTheDocument();
});

it.each([
  ['is withdrawn', deskContract.desk.withdrawStrike],
  ['stands, and may suspend', deskContract.desk.upholdStrike],
])('decides that a contested strike %s', async (decision, route) => {
  const server = open('/desk/strikes', desk().on(route, done));
  expect(await screen.findByText('I waited until two.')).toBeVisible();
  expect(screen.getByText('Nobody came.')).toBeVisible();
  const meal = screen.getByRole('link', { name: 'Ramen bowl' });
  expect(meal).toHaveAttribute('href', `/desk/requests?id=${id}`);
  expect(meal.closest('p')).toHaveTextContent(/North Hall, Mar 1, 2026 at 4:30 PM India time · struck Mar 1, 2026 at /);
  // several may wait at once
  expect(screen.getByRole('heading', { level: 2, name: /^Sam Student contests the strike/ })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Decide' })).toHaveAccessibleDescription(/^Sam Student contests the strike/);
  expect(screen.getByLabelText('The strike')).toHaveDisplayValue('Please choose');
  await userEvent.selectOptions(screen.getByLabelText('The strike'), decision);
  put(screen.getByLabelText('Reason'), 'Two others saw Sam there.');
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Done')).toBeVisible();
  expect(server.calls(route)[0]).toMatchObject({ params: { id }, body: { reason: 'Two others saw Sam there.' } });
});

it('moves the focus to the heading of the screen on arrival, and to the list when what was decided disappears', async () => {
  const server = open('/desk', desk().on(deskContract.desk.withdrawStrike, done));
  await userEvent.click(await screen.findByRole('link', { name: 'Strikes' }));
  const heading = await screen.findByRole('heading', { name: 'Strikes', level: 1 });
  expect(heading).toHaveFocus();
  await userEvent.selectOptions(await screen.findByLabelText('The strike'), 'is withdrawn');
  put(screen.getByLabelText('Reason'), 'Two others saw Sam there.');
  server.on(deskContract.desk.contests, ok({ contests: [], pagination: noPages }));
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('No contested strike waits for you.')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Contested strikes' })).toHaveFocus();
});
