import {
  deskContract,
  type DeskContest,
  type DeskProfile,
  type DeskReport,
  type Today,
} from '@spareswipe/contract/desk';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer, ok } from './fake-server';
import { put } from './fill';
import { visit } from './visit';

export const id = '0198c0de-0000-7000-8000-000000000001';
export const operator = { _id: id, email: 'ines@dining.example', campus: 'state' };
export const sam: DeskProfile = {
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
  noShows: {
    reported: { noShows: 0, people: 0, struck: 0, withdrawn: 0 },
    received: { noShows: 0, people: 0, struck: 0, withdrawn: 0 },
  },
  reports: [],
  log: [],
};
export const settings = {
  name: null,
  timeZone: 'America/New_York',
  pause: null,
  guestRules: null,
  openRequestsMax: 3,
  startingMeals: null,
  mealsOnSale: true,
  places: ['North Hall'],
  placesOnly: false,
  mealsGivenPerWeek: null,
  term: null,
};
export const campusOfDesk = { institution: 'state', students: 5, hasOperator: true, ...settings };
const period = (from: string) => ({ from, posted: 4, matched: 3, noShows: 1 });
export const today: Today = {
  openRequests: 7,
  minutesToMatch: 12.4,
  noShows: 1,
  waiting: { reports: 2, contests: 1, disputes: 0 },
  days: [period('2026-03-01'), period('2026-03-02')],
  weeks: [period('2026-02-23')],
};
export const report: DeskReport = {
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
  deadline: '2026-03-01T18:00:00.000Z',
  clock: null,
  requestId: id,
  matchId: id,
  answeredAt: null,
  answeredBy: null,
  answer: null,
};
const contest: DeskContest = {
  strikeId: id,
  student: { _id: id, name: 'Sam Student' },
  accuser: { _id: id, name: 'Ruth Requester' },
  campus: 'state',
  requestId: id,
  mealDescription: 'Ramen bowl',
  location: 'North Hall',
  deadline: '2026-03-01T11:00:00.000Z',
  clock: { zone: 'India time', utcOffsetMinutes: 330 },
  struckAt: '2026-03-01T12:00:00.000Z',
  contestedAt: '2026-03-01T13:00:00.000Z',
  endsAt: '2026-03-08T13:00:00.000Z',
  text: 'I waited until two.',
  comment: 'Nobody came.',
};
export const done = ok({ message: 'Done' });
export const pagination = { current: 1, pages: 1, total: 1, hasPrev: false, hasNext: false };

export const noPages = { ...pagination, pages: 0, total: 0 };

export const desk = () =>
  fakeServer()
    .on(deskContract.operators.login, ok({ operator, token: 'the token' }))
    .on(deskContract.operators.me, ok({ operator }))
    .on(deskContract.desk.today, ok({ today }))
    .on(deskContract.desk.reports, ok({ reports: [report], pagination }))
    .on(deskContract.desk.noShows, ok({ byAccuser: [], byAccused: [] }))
    .on(deskContract.desk.contests, ok({ contests: [contest], pagination }))
    .on(deskContract.desk.students, ok({ students: [sam], pagination }))
    .on(deskContract.desk.student, ok({ student: sam }))
    .on(deskContract.desk.studentExchanges, ok({ exchanges: [], pagination: noPages }))
    .on(deskContract.desk.studentCredits, ok({ entries: [], pagination: noPages }));

/** Opens a place of the desk with a session that is there already. */
export function open(path: string, server = desk()) {
  sessionStorage.setItem('desk', 'the token');
  return visit(path, { server });
}

export async function logIn() {
  put(await screen.findByLabelText('Email'), 'ines@dining.example');
  put(screen.getByLabelText('Password'), 'Passw0rd');
  put(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
}
