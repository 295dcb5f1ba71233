import {
  deskContract,
  type DeskContest,
  type DeskProfile,
  type DeskReport,
  type Today,
} from '@spareswipe/contract/desk';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer } from '../../test/fake-server';
import { visit } from '../../test/visit';

const id = '0198c0de-0000-7000-8000-000000000001';
const operator = { _id: id, email: 'ines@dining.example', campus: 'state' };
const sam: DeskProfile = {
  _id: id,
  name: 'Sam Student',
  email: 'sam@state.edu',
  campus: 'state',
  credits: 2,
  isVerified: true,
  suspendedUntil: null,
  suspendedThrough: null,
  closedAt: null,
  phoneNumber: '+1 555 010 0100',
  createdAt: '2026-01-01T00:00:00.000Z',
  held: 0,
  debt: 0,
  strikes: [],
  exchanges: [],
  reports: [],
  log: [],
};
const settings = {
  pause: null,
  guestRules: null,
  openRequestsMax: 3,
  startingMeals: null,
  mealsOnSale: true,
  places: ['North Hall'],
};
const campusOfDesk = { institution: 'state', students: 5, ...settings };
const period = (from: string) => ({ from, posted: 4, matched: 3, noShows: 1 });
const today: Today = {
  openRequests: 7,
  minutesToMatch: 12.4,
  noShows: 1,
  waiting: { reports: 2, contests: 1, disputes: 0 },
  days: [period('2026-03-01'), period('2026-03-02')],
  weeks: [period('2026-02-23')],
};
const report: DeskReport = {
  _id: id,
  createdAt: '2026-03-01T12:00:00.000Z',
  kind: 'money',
  text: 'They asked me for <b>cash</b>.',
  comment: null,
  reporter: { _id: id, name: 'Sam Student' },
  reported: { _id: id, name: 'Ruth Requester' },
  campus: 'state',
  mealDescription: 'Ramen bowl',
  location: 'North Hall',
  matchId: id,
  answeredAt: null,
  answer: null,
};
const contest: DeskContest = {
  strikeId: id,
  student: { _id: id, name: 'Sam Student' },
  accuser: { _id: id, name: 'Ruth Requester' },
  campus: 'state',
  mealDescription: 'Ramen bowl',
  location: 'North Hall',
  struckAt: '2026-03-01T12:00:00.000Z',
  contestedAt: '2026-03-01T13:00:00.000Z',
  endsAt: '2026-03-08T13:00:00.000Z',
  text: 'I waited until two.',
};
const done = { status: 200 as const, body: { success: true as const, message: 'Done' } };
const pagination = { current: 1, pages: 1, total: 1, hasPrev: false, hasNext: false };

afterEach(() => sessionStorage.clear());

const desk = () =>
  fakeServer()
    .on(deskContract.operators.login, { status: 200, body: { success: true, operator, token: 'the token' } })
    .on(deskContract.desk.today, { status: 200, body: { success: true, today } })
    .on(deskContract.desk.reports, { status: 200, body: { success: true, reports: [report], pagination } })
    .on(deskContract.desk.contests, { status: 200, body: { success: true, contests: [contest] } })
    .on(deskContract.desk.students, { status: 200, body: { success: true, students: [sam], pagination } })
    .on(deskContract.desk.student, { status: 200, body: { success: true, student: sam } });

async function logIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ines@dining.example');
  await userEvent.type(screen.getByLabelText('Password'), 'Passw0rd');
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
}

it('logs an operator in with password and code, in a session of its own', async () => {
  const server = visit('/desk/students', { server: desk() });
  await logIn();
  expect(await screen.findByRole('link', { name: 'Sam Student' })).toBeVisible();
  const login = server.received.find(({ route }) => route === deskContract.operators.login)!;
  expect(login.body).toEqual({ email: 'ines@dining.example', password: 'Passw0rd', code: '123456' });
  expect(server.received.at(-1)!.headers.get('authorization')).toBe('Bearer the token');
  expect(localStorage).toHaveLength(0);
});

it('says that the log-in failed, and lets the operator try again', async () => {
  const refused = failure('INVALID_CREDENTIALS', { message: 'Email, password or code is wrong' });
  visit('/desk', { server: desk().on(deskContract.operators.login, refused) });
  await logIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Email, password or code is wrong');
});

it('asks for a fresh code before it moves meals, then moves them', async () => {
  sessionStorage.setItem('desk', 'the token');
  let isConfirmed = false;
  const server = visit(`/desk/students/${id}`, {
    server: desk()
      .on(deskContract.operators.confirm, () => {
        isConfirmed = true;
        return { status: 200 as const, body: { success: true as const, message: 'Confirmed' } };
      })
      .on(deskContract.desk.adjust, () =>
        isConfirmed
          ? { status: 200 as const, body: { success: true as const, message: 'Sam Student now has 3 meals' } }
          : failure('CONFIRMATION_REQUIRED'),
      ),
  });
  const form = within((await screen.findByRole('button', { name: 'Adjust meals' })).closest('form')!);
  await userEvent.type(form.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(form.getByRole('button', { name: 'Adjust meals' }));
  await userEvent.type(await form.findByLabelText('Code of your authenticator'), '654321');
  await userEvent.click(form.getByRole('button', { name: 'Adjust meals' }));
  expect(await screen.findByText('Sam Student now has 3 meals')).toBeVisible();
  const adjusted = server.received.filter(({ route }) => route === deskContract.desk.adjust);
  expect(adjusted.at(-1)!.body).toEqual({ amount: 1, reason: 'The reader was broken.' });
});

it('moves meals under the same key until a response says that they moved', async () => {
  sessionStorage.setItem('desk', 'the token');
  const message = 'Sam Student now has 3 meals';
  const server = desk().on(deskContract.desk.adjust, { status: 200, body: { success: true, message } });
  server.loseAnswer(deskContract.desk.adjust, 2);
  visit(`/desk/students/${id}`, { server });
  const button = await screen.findByRole('button', { name: 'Adjust meals' });
  const form = within(button.closest('form')!);
  await userEvent.type(form.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(button);
  expect(await form.findByRole('alert')).toBeVisible();
  await userEvent.click(button);
  expect(await screen.findByText(message)).toBeVisible();
  const adjusted = server.received.filter(({ route }) => route === deskContract.desk.adjust);
  const keys = adjusted.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
});

it('repeats a suspension with the same key until a response arrives', async () => {
  const message = 'Sam Student is suspended';
  const server = desk().on(deskContract.desk.suspend, { status: 200, body: { success: true, message } });
  server.loseAnswer(deskContract.desk.suspend, 1);
  open(`/desk/students/${id}`, server);
  const button = await screen.findByRole('button', { name: 'Suspend' });
  await userEvent.type(within(button.closest('form')!).getByLabelText('Reason'), 'Words that nobody should read.');
  await userEvent.click(button);
  expect(await screen.findByText(message)).toBeVisible();
  const sent = server.received.filter(({ route }) => route === deskContract.desk.suspend);
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
});

it('comes back to the log-in when the session has ended', async () => {
  sessionStorage.setItem('desk', 'an old token');
  visit('/desk', { server: desk().on(deskContract.desk.today, failure('UNAUTHENTICATED')) });
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible();
});

/** Opens a place of the desk with a session that is there already. */
function open(path: string, server = desk()) {
  sessionStorage.setItem('desk', 'the token');
  return visit(path, { server });
}

it('begins with what waits for the operator, and how the campus does', async () => {
  open('/desk');
  const waiting = await screen.findByRole('link', { name: 'open reports' });
  expect(waiting).toHaveAttribute('href', '/desk/reports');
  for (const words of ['7', '12 min']) expect(screen.getByText(words)).toBeVisible();
  const [days] = screen.getAllByRole('table', { hidden: true });
  expect(days).toHaveTextContent('Mar 1431Mar 2431');
});

it('answers a report, shown as the words that they are', async () => {
  const server = open('/desk/reports', desk().on(deskContract.desk.answerReport, done));
  expect(await screen.findByText('They asked me for <b>cash</b>.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Answer'), 'We talked to her about it.');
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByText('Done')).toBeVisible();
  const call = server.calls(deskContract.desk.answerReport)[0]!;
  expect([call.params, call.body]).toEqual([{ id }, { reason: 'We talked to her about it.' }]);
});

it('shows answered reports with their answers', async () => {
  const answered = { ...report, answer: 'We talked to her.', answeredAt: report.createdAt };
  open(
    '/desk/reports',
    desk().on(deskContract.desk.reports, ({ query }) => ({
      status: 200 as const,
      body: { success: true as const, reports: [query.state === 'answered' ? answered : report], pagination },
    })),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Answered' }));
  expect(await screen.findByText('We talked to her.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Answer' })).not.toBeInTheDocument();
});

it.each([
  ['is withdrawn', deskContract.desk.withdrawStrike],
  ['stands, and may suspend', deskContract.desk.upholdStrike],
])('decides that a contested strike %s', async (decision, route) => {
  const server = open('/desk/strikes', desk().on(route, done));
  expect(await screen.findByText('I waited until two.')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('The strike'), decision);
  await userEvent.type(screen.getByLabelText('Reason'), 'Two others saw Sam there.');
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Done')).toBeVisible();
  expect(server.calls(route)[0]).toMatchObject({ params: { id }, body: { reason: 'Two others saw Sam there.' } });
});

it('tells the campus something, and takes it back', async () => {
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
      .on(deskContract.desk.campuses, { status: 200, body: { success: true, campuses: [campusOfDesk] } })
      .on(deskContract.desk.announcements, { status: 200, body: { success: true, announcements: [announcement] } })
      .on(deskContract.desk.announce, done)
      .on(deskContract.desk.withdrawAnnouncement, done),
  );
  expect(await screen.findByText(/dismissed by 3 students/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Announcement'), 'South Hall is open.');
  await userEvent.click(screen.getByRole('button', { name: 'Tell the campus' }));
  await waitFor(() => expect(screen.getByLabelText('Announcement')).toHaveValue(''));
  expect(server.calls(deskContract.desk.announce)[0]!.body).toEqual({ campus: 'state', text: 'South Hall is open.' });
  await userEvent.type(screen.getByLabelText('Reason'), 'It is open again.');
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(server.calls(deskContract.desk.withdrawAnnouncement)).toHaveLength(1));
});

it('sets the limits and places of a campus; an empty field means the default', async () => {
  const server = open(
    '/desk/campus',
    desk()
      .on(deskContract.desk.campuses, { status: 200, body: { success: true, campuses: [campusOfDesk] } })
      .on(deskContract.desk.changeCampus, done),
  );
  await userEvent.clear(await screen.findByLabelText(/^Open requests/));
  await userEvent.type(screen.getByLabelText(/^Starting meals/), '0');
  await userEvent.click(screen.getByLabelText('Students can buy meals'));
  await userEvent.type(screen.getByLabelText('Places to eat'), '{enter}{enter} South Hall ');
  await userEvent.type(screen.getByLabelText('Reason'), 'As agreed with dining.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls(deskContract.desk.changeCampus)).toHaveLength(1));
  expect(server.calls(deskContract.desk.changeCampus)[0]!.body).toEqual({
    reason: 'As agreed with dining.',
    pause: null,
    guestRules: null,
    openRequestsMax: null,
    startingMeals: 0,
    mealsOnSale: false,
    places: ['North Hall', 'South Hall'],
    before: settings,
  });
});

it('shows the settings as a colleague has just changed them, instead of overwriting their pause', async () => {
  const pause = { notice: 'The card readers are down.', until: null };
  const server = open(
    '/desk/campus',
    desk()
      .on(deskContract.desk.campuses, { status: 200, body: { success: true, campuses: [campusOfDesk] } })
      .on(deskContract.desk.changeCampus, failure('CAMPUS_CHANGED')),
  );
  await userEvent.type(await screen.findByLabelText('Reason'), 'As agreed with dining.');
  server.on(deskContract.desk.campuses, {
    status: 200,
    body: { success: true, campuses: [{ ...campusOfDesk, pause }] },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByDisplayValue(pause.notice)).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Somebody changed these settings meanwhile.');
  server.on(deskContract.desk.changeCampus, done);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls(deskContract.desk.changeCampus)).toHaveLength(2));
  expect(server.calls(deskContract.desk.changeCampus)[1]!.body).toMatchObject({ pause, before: { pause } });
});

it('says that a student is suspended through another account of the same mailbox, and leads there', async () => {
  const suspendedThrough = '0198c0de-0000-7000-8000-000000000002';
  const student = { ...sam, suspendedUntil: '2999-01-01T00:00:00.000Z', suspendedThrough };
  open(`/desk/students/${id}`, desk().on(deskContract.desk.student, { status: 200, body: { success: true, student } }));
  const link = await screen.findByRole('link', { name: 'another account of the same mailbox' });
  expect(link).toHaveAttribute('href', `/desk/students/${suspendedThrough}`);
  expect(screen.queryByRole('button', { name: 'Lift suspension' })).not.toBeInTheDocument();
});
