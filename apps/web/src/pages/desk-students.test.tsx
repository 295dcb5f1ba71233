import { deskContract } from '@spareswipe/contract/desk';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test/fake-server';
import { desk, logIn, open, sam } from '../../test/desk';
import { visit } from '../../test/visit';

afterEach(() => sessionStorage.clear());

it('shows the first page of students if the page in the address is not a number', async () => {
  const server = visit('/desk/students?page=abc', { server: desk() });
  await logIn();
  expect(await screen.findByRole('link', { name: 'Sam Student' })).toBeVisible();
  const listed = server.received.find(({ route }) => route === deskContract.desk.students)!;
  expect(listed.query).toMatchObject({ page: '1' });
});

it('says who is signed in and which screen shows, and finds all students page by page', async () => {
  const closed = { ...sam, closedAt: '2026-03-01T00:00:00.000Z' };
  const twoPages = { current: 1, pages: 2, total: 26, hasPrev: false, hasNext: true };
  const server = open(
    '/desk/students?search=sam',
    desk().on(deskContract.desk.students, ok({ students: [closed], pagination: twoPages })),
  );
  expect(await screen.findByText('2 meals, closed')).toBeVisible();
  expect(screen.getByText('ines@dining.example · state')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Students' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(server.calls(deskContract.desk.students).at(-1)!.query).toMatchObject({ search: 'sam', page: '2' }),
  );
});
