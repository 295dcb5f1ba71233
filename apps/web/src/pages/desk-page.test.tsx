import { jest } from '@jest/globals';
import { deskContract, type CampusSettings, type DeskProfile } from '@spareswipe/contract/desk';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campusOfDesk, desk, done, id, open, pagination, report, sam, settings, today } from '../../test/desk';
import { failure } from '../../test/fake-server';
import { visit } from '../../test/visit';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  sessionStorage.clear();
});

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

it('shows the first page of students for an address with a page that is none', async () => {
  const server = visit('/desk/students?page=abc', { server: desk() });
  await logIn();
  expect(await screen.findByRole('link', { name: 'Sam Student' })).toBeVisible();
  const listed = server.received.find(({ route }) => route === deskContract.desk.students)!;
  expect(listed.query).toMatchObject({ page: '1' });
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

it('asks for one code where the action is refused after it, and for another only if the server wants one', async () => {
  const server = open(
    `/desk/students/${id}`,
    desk().on(deskContract.operators.confirm, done).on(deskContract.desk.adjust, failure('CONFIRMATION_REQUIRED')),
  );
  const button = await screen.findByRole('button', { name: 'Adjust meals' });
  const form = within(button.closest('form')!);
  await userEvent.type(form.getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(button);
  await userEvent.type(await form.findByLabelText('Code of your authenticator'), '654321');
  server.on(deskContract.desk.adjust, failure('INSUFFICIENT_CREDITS'));
  await userEvent.click(button);
  expect(await form.findByText(/^Insufficient meals!/)).toBeVisible();
  expect(form.queryByLabelText('Code of your authenticator')).not.toBeInTheDocument();
  server.on(deskContract.desk.adjust, done);
  await userEvent.click(button);
  expect(await screen.findByText('Done')).toBeVisible();
  expect(server.calls(deskContract.operators.confirm)).toHaveLength(1);
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

it('comes back to the log-in when the session has ended, and says so once', async () => {
  sessionStorage.setItem('desk', 'an old token');
  const ended = failure('UNAUTHENTICATED');
  visit('/desk', { server: desk().on(deskContract.desk.today, ended).on(deskContract.operators.me, ended) });
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await screen.findAllByText('Your session has ended. Please log in again.')).toHaveLength(1);
});

it('begins with what waits for the operator, and how the campus does', async () => {
  open('/desk');
  const waiting = await screen.findByRole('link', { name: 'open reports' });
  expect(waiting).toHaveAttribute('href', '/desk/reports');
  for (const words of ['7', '12 min']) expect(screen.getByText(words)).toBeVisible();
  const [days] = screen.getAllByRole('table', { hidden: true });
  expect(days).toHaveTextContent('Mar 1431Mar 2431');
});

it('keeps what waits up to date while the desk stays open', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const server = open('/desk');
  await screen.findByRole('link', { name: 'open reports' });
  const later = { ...today, waiting: { ...today.waiting, reports: 12 } };
  server.on(deskContract.desk.today, { status: 200, body: { success: true, today: later } });
  act(() => {
    jest.advanceTimersByTime(60_000);
  });
  expect(await screen.findByText('12')).toBeVisible();
});

it('lists who reports no-shows, of whom, and what came of it; and says it on their page', async () => {
  const counts = { noShows: 4, people: 3, struck: 2, withdrawn: 1 };
  const byAccuser = [{ student: { _id: id, name: 'Ruth Requester' }, ...counts }];
  const none = { noShows: 0, people: 0, struck: 0, withdrawn: 0 };
  const student = { ...sam, noShows: { reported: counts, received: none } };
  open(
    '/desk/strikes',
    desk()
      .on(deskContract.desk.noShows, { status: 200, body: { success: true, byAccuser, byAccused: [] } })
      .on(deskContract.desk.student, { status: 200, body: { success: true, student } }),
  );
  const row = (await screen.findByText('Who reports')).closest('table')!.rows[1]!;
  expect([...row.cells].map(({ textContent }) => textContent)).toEqual(['Ruth Requester', '4', '3', '2', '1']);
  expect(screen.getByText('Who is reported: nobody.')).toBeVisible();
  await userEvent.click(within(row).getByRole('link'));
  expect(
    await screen.findByText('Reported in 180 days 4 no-shows with 3 people: 2 strikes, 1 withdrawn'),
  ).toBeVisible();
  expect(screen.queryByText(/^Is reported/)).not.toBeInTheDocument();
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
  const by = { answeredAt: report.createdAt, answeredBy: 'otto@dining.example' };
  const answered = { ...report, ...by, answer: 'We talked to her.' };
  open(
    '/desk/reports',
    desk().on(deskContract.desk.reports, ({ query }) => ({
      status: 200 as const,
      body: { success: true as const, reports: [query.state === 'answered' ? answered : report], pagination },
    })),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Answered' }));
  expect(await screen.findByText('We talked to her.')).toBeVisible();
  expect(screen.getByText('The answer by otto@dining.example:')).toBeVisible();
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

const openCampus = async () => {
  const server = open(
    '/desk/campus',
    desk()
      .on(deskContract.desk.campuses, { status: 200, body: { success: true, campuses: [campusOfDesk] } })
      .on(deskContract.desk.changeCampus, failure('CAMPUS_CHANGED')),
  );
  const changeBehindTheirBack = (changed: Partial<CampusSettings>) =>
    server.on(deskContract.desk.campuses, {
      status: 200,
      body: { success: true, campuses: [{ ...campusOfDesk, ...changed }] },
    });
  await userEvent.type(await screen.findByLabelText('Reason'), 'As agreed with dining.');
  return { server, changeBehindTheirBack };
};
/** As the browser does when the operator comes back to this tab. */
const comeBackToTheTab = () => act(() => void window.dispatchEvent(new Event('focus')));

it('folds the settings of each campus where an operator has several', async () => {
  const lakeside = { ...campusOfDesk, institution: 'lakeside' };
  open(
    '/desk/campus',
    desk().on(deskContract.desk.campuses, { status: 200, body: { success: true, campuses: [campusOfDesk, lakeside] } }),
  );
  const [first, second] = await screen.findAllByRole('group');
  expect(within(first!).getByText('state')).toBeVisible();
  expect(within(second!).getByLabelText('Places to eat')).not.toBeVisible();
  await userEvent.click(within(second!).getByText('lakeside'));
  expect(within(second!).getByLabelText('Places to eat')).toBeVisible();
});

it('keeps the pause that a colleague has just set when an operator saves other settings', async () => {
  const pause = { notice: 'The card readers are down.', until: null };
  const { server, changeBehindTheirBack } = await openCampus();
  changeBehindTheirBack({ pause });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByDisplayValue(pause.notice)).toBeInTheDocument();
  expect(screen.getByText('Somebody changed these settings meanwhile.', { exact: false })).toBeVisible();
  server.on(deskContract.desk.changeCampus, done);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls(deskContract.desk.changeCampus)).toHaveLength(2));
  expect(server.calls(deskContract.desk.changeCampus)[1]!.body).toMatchObject({ pause, before: { pause } });
});

it('keeps what an operator is writing while a colleague saves, and says what the colleague changed', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { server, changeBehindTheirBack } = await openCampus();
  await userEvent.type(screen.getByLabelText('Rules for guest meals'), 'One guest a day.');
  const guestRules = { text: 'Two guests a week.', url: null };
  changeBehindTheirBack({ guestRules, openRequestsMax: 5 });
  act(() => {
    jest.advanceTimersByTime(2000);
  });
  const loads = server.calls(deskContract.desk.campuses).length;
  comeBackToTheTab();
  await waitFor(() => expect(server.calls(deskContract.desk.campuses).length).toBeGreaterThan(loads));
  expect(screen.getByLabelText('Rules for guest meals')).toHaveValue('One guest a day.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const theirs = await screen.findByRole('list', { name: 'What they changed' });
  expect(server.calls(deskContract.desk.changeCampus)[0]!.body).toMatchObject({ before: { guestRules: null } });
  expect(
    within(theirs)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Rules for guest meals: Two guests a week. (you changed this too: yours is kept)',
    'Open requests of one student at once: 5',
  ]);
  expect(screen.getByLabelText('Rules for guest meals')).toHaveValue('One guest a day.');
  expect(screen.getByLabelText(/^Open requests/)).toHaveValue(5);
  expect(screen.getByLabelText('Reason')).toHaveValue('As agreed with dining.');
  server.on(deskContract.desk.changeCampus, done);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls(deskContract.desk.changeCampus)).toHaveLength(2));
  expect(server.calls(deskContract.desk.changeCampus)[1]!.body).toMatchObject({
    guestRules: { text: 'One guest a day.' },
    openRequestsMax: 5,
    before: { guestRules, openRequestsMax: 5 },
  });
});

it('leads to the other account of the mailbox that a student is suspended through, and lifts that suspension', async () => {
  const suspendedThrough = '0198c0de-0000-7000-8000-000000000002';
  const student = { ...sam, suspendedUntil: '2999-01-01T00:00:00.000Z', suspendedThrough };
  const server = open(
    `/desk/students/${id}`,
    desk()
      .on(deskContract.desk.student, { status: 200, body: { success: true, student } })
      .on(deskContract.desk.liftSuspension, done),
  );
  const link = await screen.findByRole('link', { name: 'another account of the same mailbox' });
  expect(link).toHaveAttribute('href', `/desk/students/${suspendedThrough}`);
  const button = screen.getByRole('button', { name: 'Lift suspension' });
  await userEvent.type(within(button.closest('form')!).getByLabelText('Reason'), 'It was a mistake.');
  await userEvent.click(button);
  expect(await screen.findByText('Done')).toBeVisible();
  expect(server.calls(deskContract.desk.liftSuspension)[0]!.params).toEqual({ id: suspendedThrough });
});

it('gives meals once when an operator presses twice, and empties the form', async () => {
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const server = open(`/desk/students/${id}`, desk().on(deskContract.desk.adjust, done));
  const button = await screen.findByRole('button', { name: 'Adjust meals' });
  const reason = () => within(button.closest('form')!).getByLabelText('Reason');
  await userEvent.type(reason(), 'The reader was broken.');
  await userEvent.click(button);
  await waitFor(() => expect(reason()).toHaveValue(''));
  await userEvent.click(button);
  expect(server.calls(deskContract.desk.adjust)).toHaveLength(1);
  expect(within(button.closest('form')!).queryByRole('alert')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

it('moves the focus to the heading of the screen, on arrival and when what was decided disappears', async () => {
  const server = open('/desk', desk().on(deskContract.desk.withdrawStrike, done));
  await userEvent.click(await screen.findByRole('link', { name: 'Strikes' }));
  const heading = await screen.findByRole('heading', { name: 'Strikes', level: 1 });
  expect(heading).toHaveFocus();
  await userEvent.type(await screen.findByLabelText('Reason'), 'Two others saw Sam there.');
  server.on(deskContract.desk.contests, { status: 200, body: { success: true, contests: [] } });
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('No contested strike waits for you.')).toBeVisible();
  expect(heading).toHaveFocus();
});

it('puts the cursor into the field for the code', async () => {
  open(`/desk/students/${id}`, desk().on(deskContract.desk.adjust, failure('CONFIRMATION_REQUIRED')));
  const button = await screen.findByRole('button', { name: 'Adjust meals' });
  await userEvent.type(within(button.closest('form')!).getByLabelText('Reason'), 'The reader was broken.');
  await userEvent.click(button);
  expect(await screen.findByLabelText('Code of your authenticator')).toHaveFocus();
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
  open(`/desk/students/${id}`, desk().on(deskContract.desk.student, { status: 200, body: { success: true, student } }));
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
    mealDescription: 'Ramen bowl',
    location: 'North Hall',
    campus: 'state',
    deadline: '2026-03-01T13:00:00.000Z',
    isVoided: false,
    dispute: null,
    cancelledBecause: null,
  };
  const another = (number: number, changed: Partial<DeskProfile['exchanges'][number]>) => ({
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
  const student = { ...sam, exchanges };
  open(`/desk/students/${id}`, desk().on(deskContract.desk.student, { status: 200, body: { success: true, student } }));
  expect(await screen.findByText(/on cs\.state$/)).toBeVisible();
  const options = within(screen.getByLabelText('Exchange')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Ramen bowl, Mar 1, 2026 at .+, with Ruth Requester$/),
    expect.stringMatching(/^Disputed pie/),
  ]);
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)!.textContent)).toEqual([
    ...['completed', 'completed', 'voided', 'dispute decided for the fulfiller', 'cancelled: no-show', 'disputed'],
  ]);
});

it('says who is signed in and which screen shows, and finds all students page by page', async () => {
  const closed = { ...sam, closedAt: '2026-03-01T00:00:00.000Z' };
  const twoPages = { current: 1, pages: 2, total: 26, hasPrev: false, hasNext: true };
  const server = open(
    '/desk/students?search=sam',
    desk().on(deskContract.desk.students, {
      status: 200,
      body: { success: true, students: [closed], pagination: twoPages },
    }),
  );
  expect(await screen.findByText('2 meals, closed')).toBeVisible();
  expect(screen.getByText('ines@dining.example · state')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Students' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(server.calls(deskContract.desk.students).at(-1)!.query).toMatchObject({ search: 'sam', page: '2' }),
  );
});

it('shows in the log what each action changed, in words', async () => {
  const line = {
    _id: id,
    createdAt: '2026-03-01T12:00:00.000Z',
    operator: 'otto@dining.example',
    action: 'change-campus',
    campus: 'state',
    student: null,
    exchange: null,
    reason: 'As agreed with dining.',
    before: { pause: null, startingMeals: null, mealsOnSale: true, places: ['North Hall'] },
    after: { pause: { notice: 'Fall break.', until: null }, startingMeals: 3, mealsOnSale: true, places: [] },
  };
  const adjusted = {
    ...line,
    _id: '0198c0de-0000-7000-8000-000000000002',
    action: 'adjust',
    student: { _id: id, name: 'Sam Student' },
    before: { available: 2, debt: 0 },
    after: { amount: -1 },
  };
  const decided = {
    ...line,
    _id: '0198c0de-0000-7000-8000-000000000003',
    action: 'decide-dispute',
    exchange: {
      requestId: id,
      matchId: id,
      mealDescription: 'Ramen bowl',
      requester: { _id: id, name: 'Ruth Requester' },
      fulfiller: { _id: id, name: 'Finn Helps' },
    },
    before: { awardedTo: null },
    after: { awardedTo: 'requester' },
  };
  const lines = [line, adjusted, decided];
  const { log } = deskContract.desk;
  open('/desk/log', desk().on(log, { status: 200, body: { success: true, lines, pagination } }));
  for (const words of [
    'Campus settings changed',
    'Pause: none → Notice: Fall break.; Until: none',
    'Starting meals: none → 3',
    'Places: North Hall → none',
    'Meals given or taken: Sam Student',
    'Amount: -1',
    'Dispute decided',
    'Ramen bowl, requester Ruth Requester, fulfiller Finn Helps',
  ])
    expect(
      await screen.findByText((_, element) => element?.matches('p') === true && element.textContent === words),
    ).toBeVisible();
  expect(screen.queryByText(/Meals on sale/)).not.toBeInTheDocument();
});
