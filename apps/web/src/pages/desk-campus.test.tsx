import { jest } from '@jest/globals';
import { deskContract, type CampusSettings } from '@spareswipe/contract/desk';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campusOfDesk, desk, done, open, pagination, settings } from '../../test/desk';
import { failure, ok } from '../../test/fake-server';
import { put } from '../../test/fill';

afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
});

it('sets the limits and places of a campus; an empty field means the default', async () => {
  const server = open(
    '/desk/campus',
    desk()
      .on(deskContract.desk.campuses, ok({ campuses: [campusOfDesk], pagination }))
      .on(deskContract.desk.changeCampus, done),
  );
  await userEvent.clear(await screen.findByLabelText(/^Open requests/));
  put(screen.getByLabelText(/^Starting meals/), '0');
  await userEvent.click(screen.getByLabelText('Students can buy meals'));
  put(screen.getByLabelText(/^Name/), ' State University ');
  await userEvent.clear(screen.getByLabelText(/^Time zone/));
  put(screen.getByLabelText('Places to eat'), 'North Hall\n\n South Hall ');
  await userEvent.click(screen.getByLabelText('Students can ask for these places only'));
  put(screen.getByLabelText(/may give in a week/), '3');
  put(screen.getByLabelText(/may give in a term/), '20');
  put(screen.getByLabelText(/^First day of the term/), '2027-01-11');
  put(screen.getByLabelText('Reason'), 'As agreed with dining.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls(deskContract.desk.changeCampus)).toHaveLength(1));
  expect(server.calls(deskContract.desk.changeCampus)[0]!.body).toEqual({
    reason: 'As agreed with dining.',
    name: 'State University',
    timeZone: null,
    pause: null,
    guestRules: null,
    openRequestsMax: null,
    startingMeals: 0,
    mealsOnSale: false,
    places: ['North Hall', 'South Hall'],
    placesOnly: true,
    mealsGivenPerWeek: 3,
    term: { begins: '2027-01-11', mealsGiven: 20 },
    before: settings,
  });
});

it('leads an operator to the refused field', async () => {
  const server = open(
    '/desk/campus',
    desk().on(deskContract.desk.campuses, ok({ campuses: [campusOfDesk], pagination })),
  );
  put(await screen.findByLabelText('Reason'), 'As agreed with dining.');
  for (const [path, label] of [
    ['timeZone', /^Time zone/],
    ['guestRules.text', /^Rules/],
    ['guestRules.url', /^Link/],
    ['openRequestsMax', /^Open requests/],
    ['mealsGivenPerWeek', /may give in a week/],
    ['places.1', 'Places to eat'],
    ['term.mealsGiven', /may give in a term/],
  ] as const) {
    const message = `No ${path}`;
    server.on(deskContract.desk.changeCampus, failure('VALIDATION_FAILED', { message, errors: [{ path, message }] }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveFocus();
  }
});

it('sets when passwords end at a campus with a sign-on, and until when students link again', async () => {
  const signOn = { requiredFrom: null, relinkUntil: '2027-02-01T12:00:00.000Z' };
  const server = open(
    '/desk/campus',
    desk()
      .on(deskContract.desk.campuses, ok({ campuses: [{ ...campusOfDesk, signOn }], pagination }))
      .on(deskContract.desk.changeSignOn, done),
  );
  const save = await screen.findByRole('button', { name: 'Save sign-on' });
  const form = within(save.closest('form')!);
  fireEvent.change(form.getByLabelText(/^Passwords end/), { target: { value: '2027-03-01T08:00' } });
  fireEvent.change(form.getByLabelText(/^Students may link again/), { target: { value: '' } });
  put(form.getByLabelText('Reason'), 'IT asks for it.');
  await userEvent.click(save);
  await waitFor(() => expect(server.calls(deskContract.desk.changeSignOn)).toHaveLength(1));
  expect(server.calls(deskContract.desk.changeSignOn)[0]!.body).toEqual({
    reason: 'IT asks for it.',
    requiredFrom: new Date('2027-03-01T08:00').toISOString(),
    relinkUntil: null,
  });
});

const openCampus = async () => {
  const server = open(
    '/desk/campus',
    desk()
      .on(deskContract.desk.campuses, ok({ campuses: [campusOfDesk], pagination }))
      .on(deskContract.desk.changeCampus, failure('CAMPUS_CHANGED')),
  );
  const changeBehindTheirBack = (changed: Partial<CampusSettings>) =>
    server.on(deskContract.desk.campuses, ok({ campuses: [{ ...campusOfDesk, ...changed }], pagination }));
  put(await screen.findByLabelText('Reason'), 'As agreed with dining.');
  return { server, changeBehindTheirBack };
};

/** As the browser does when the operator comes back to this tab. */
const comeBackToTheTab = () => act(() => void window.dispatchEvent(new Event('focus')));

it('folds the settings of each campus where an operator has several', async () => {
  const lakeside = { ...campusOfDesk, institution: 'lakeside' };
  open(
    '/desk/campus',
    desk().on(
      deskContract.desk.campuses,
      ok({ campuses: [campusOfDesk, lakeside], pagination: { ...pagination, total: 2 } }),
    ),
  );
  await screen.findByText('lakeside');
  const [first, second] = screen.getAllByRole('group').filter(({ tagName }) => tagName === 'DETAILS');
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

it('keeps what an operator is writing while a colleague saves, and takes over the rest', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { server, changeBehindTheirBack } = await openCampus();
  put(screen.getByLabelText('Rules for guest meals'), 'One guest a day.');
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
  await screen.findByText('Somebody changed these settings meanwhile.', { exact: false });
  expect(server.calls(deskContract.desk.changeCampus)[0]!.body).toMatchObject({ before: { guestRules: null } });
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

it('finds one of many campuses by its name, and says where nobody else decides', async () => {
  const lonely = { ...campusOfDesk, institution: 'lonely', hasOperator: false };
  const server = open(
    '/desk/campus',
    desk().on(deskContract.desk.campuses, ({ query }) => {
      const campuses = query.search === 'lone' ? [lonely] : [campusOfDesk, lonely];
      return ok({ campuses, pagination: { ...pagination, total: campuses.length } });
    }),
  );
  expect(await screen.findByText('2 campuses')).toBeVisible();
  put(screen.getByLabelText('Search'), 'lone');
  expect(await screen.findByText('1 campus')).toBeVisible();
  expect(server.calls(deskContract.desk.campuses).at(-1)!.query).toMatchObject({ search: 'lone', page: '1' });
  await userEvent.click(screen.getByText('lonely'));
  expect(screen.getByText('No operator of its own: what waits there is yours to decide.')).toBeVisible();
});
