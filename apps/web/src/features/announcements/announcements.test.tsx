import { contract } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { failure, fakeServer, ok } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { visit } from '../../../test/visit';
import { refresh } from '../../../test/upcoming';
import { mount } from '../../../test/mount';
import { StudentContext } from '../../shared/session/session';
import { Announcements } from './announcements';
import { AnnouncementsWaiting } from './announcements-waiting';
import { unreadAnnouncements } from './announcements.queries';

const announcement = {
  _id: '0198c0de-0000-7000-8000-000000000001',
  text: 'North Hall is closed <b>today</b>.',
  createdAt: new Date().toISOString(),
};

function Shown() {
  const { data } = useQuery(unreadAnnouncements);
  return <Announcements announcements={data ?? []} now={new Date()} />;
}
const showing = () => {
  const server = fakeServer().on(contract.announcements.unread, ok({ announcements: [announcement] }));
  mount(<Shown />, { as: given.student(), server });
  return server;
};
const dismiss = () => userEvent.click(screen.getByRole('button', { name: 'Dismiss this announcement' }));

it('shows an announcement as plain text until it is dismissed', async () => {
  const server = showing().on(contract.announcements.read, ok({ message: 'Dismissed' }));
  expect(await screen.findByText('North Hall is closed <b>today</b>.')).toBeVisible();
  await dismiss();
  await waitFor(() => expect(screen.queryByText(/North Hall/)).not.toBeInTheDocument());
  expect(server.calls(contract.announcements.read)[0]!.params).toEqual({ id: announcement._id });
});

it('comes to a screen that is open when the student returns to it', async () => {
  const server = showing().on(contract.announcements.unread, ok({ announcements: [] }));
  await waitFor(() => expect(server.calls(contract.announcements.unread)).toHaveLength(1));
  server.on(contract.announcements.unread, ok({ announcements: [announcement] }));
  refresh();
  expect(await screen.findByText(/North Hall/)).toBeVisible();
});

it('stays when it cannot be dismissed', async () => {
  showing().on(contract.announcements.read, failure('BUSY'));
  await screen.findByText(/North Hall/);
  await dismiss();
  expect(await screen.findByText(/very busy/)).toBeVisible();
  expect(screen.getByText(/North Hall/)).toBeVisible();
});

describe.each(['/requests', '/matches', '/my-requests'])('%s', (path) => {
  const news = () => screen.queryByRole('link', { name: 'Read it on your dashboard' });
  const arrived = () => screen.findByRole('heading', { level: 1 });

  it('tells a student who opens it that announcements wait on the dashboard', async () => {
    visit(path, { as: given.student({ hasUnreadAnnouncements: true }) });
    await arrived();
    expect(news()).toHaveAttribute('href', '/dashboard');
  });
});

it('moves nothing on a screen that is open already', async () => {
  const student = given.student();
  function Open() {
    const [hasUnreadAnnouncements, setUnread] = useState(false);
    return (
      <StudentContext value={{ ...student, hasUnreadAnnouncements }}>
        <AnnouncementsWaiting />
        <button onClick={() => setUnread(true)}>{hasUnreadAnnouncements ? 'They came' : 'They come'}</button>
      </StudentContext>
    );
  }
  mount(<Open />, { as: student, server: fakeServer() });
  await userEvent.click(await screen.findByRole('button', { name: 'They come' }));
  expect(screen.getByRole('button', { name: 'They came' })).toBeVisible();
  expect(screen.queryByText(/have news for you/)).toBeNull();
});
