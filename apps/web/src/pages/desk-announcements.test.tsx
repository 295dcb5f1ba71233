import { deskContract } from '@spareswipe/contract/desk';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test/fake-server';
import { campusOfDesk, desk, done, id, open, pagination, report } from '../../test/desk';
import { put } from '../../test/fill';

afterEach(() => sessionStorage.clear());

it('announces something to the campus, and takes it back', async () => {
  const announcement = {
    _id: id,
    campus: 'state',
    text: 'The hall is closed.',
    createdAt: report.createdAt,
    readers: 3,
  };
  const server = open(
    '/desk/announcements',
    desk()
      .on(deskContract.desk.campuses, ok({ campuses: [campusOfDesk], pagination }))
      .on(deskContract.desk.announcements, ok({ announcements: [announcement] }))
      .on(deskContract.desk.announce, done)
      .on(deskContract.desk.withdrawAnnouncement, done),
  );
  expect(await screen.findByText(/dismissed by 3 students/)).toBeVisible();
  expect(screen.getByLabelText('Announcement')).toBeRequired();
  put(screen.getByLabelText('Announcement'), 'South Hall is open.');
  await userEvent.click(screen.getByRole('button', { name: 'Tell the campus' }));
  await waitFor(() => expect(screen.getByLabelText('Announcement')).toHaveValue(''));
  expect(server.calls(deskContract.desk.announce)[0]!.body).toEqual({ campus: 'state', text: 'South Hall is open.' });
  put(screen.getByLabelText('Reason'), 'It is open again.');
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(server.calls(deskContract.desk.withdrawAnnouncement)).toHaveLength(1));
});

it('leaves the campus to an operator of several, each time', async () => {
  const server = open(
    '/desk/announcements',
    desk()
      .on(
        deskContract.desk.campuses,
        ok({ campuses: [campusOfDesk, { ...campusOfDesk, institution: 'west' }], pagination }),
      )
      .on(deskContract.desk.announcements, ok({ announcements: [] }))
      .on(deskContract.desk.announce, done),
  );
  await screen.findByRole('option', { name: 'west' });
  expect(screen.getByLabelText('Campus')).toHaveDisplayValue('Please choose');
  await userEvent.selectOptions(screen.getByLabelText('Campus'), 'west');
  put(screen.getByLabelText('Announcement'), 'South Hall is open.');
  await userEvent.click(screen.getByRole('button', { name: 'Tell the campus' }));
  await waitFor(() => expect(screen.getByLabelText('Campus')).toHaveDisplayValue('Please choose'));
  expect(server.calls(deskContract.desk.announce)[0]!.body).toMatchObject({ campus: 'west' });
});

it('finds the campus by a part of its name where there are more than a page of them', async () => {
  const many = { ...pagination, pages: 2, total: 30, hasNext: true };
  const server = open(
    '/desk/announcements',
    desk()
      .on(deskContract.desk.campuses, ok({ campuses: [campusOfDesk], pagination: many }))
      .on(deskContract.desk.announcements, ok({ announcements: [] }))
      .on(deskContract.desk.announce, done),
  );
  await waitFor(() => expect(screen.getByLabelText('Campus')).toHaveAttribute('list'));
  put(screen.getByLabelText('Campus'), 'state');
  put(screen.getByLabelText('Announcement'), 'South Hall is open.');
  await userEvent.click(screen.getByRole('button', { name: 'Tell the campus' }));
  await waitFor(() => expect(server.calls(deskContract.desk.announce)).toHaveLength(1));
  expect(server.calls(deskContract.desk.announce)[0]!.body).toMatchObject({ campus: 'state' });
  const searches = server.calls(deskContract.desk.campuses).map(({ query }) => query.search);
  expect(searches).toContain('state');
});
