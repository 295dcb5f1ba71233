import { beforeEach, expect, it } from '@jest/globals';
import { contract, type PersonalData } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { mount } from '../../test/mount';
import { AccountActions } from '../features/account/account-actions';
import { DownloadData } from '../features/account/download-data';
import { readableData } from '../features/account/readable-data';

const ada = given.student();
const data: PersonalData = {
  madeAt: '2026-03-03T15:00:00.000Z',
  parts: {
    students: { title: 'Your account', records: [{ name: 'Ada Lovelace', phoneNumber: null }] },
    meal_requests: {
      title: 'Meals you asked for',
      records: [{ mealDescription: '<img src=x onerror="alert(1)">', isFlexible: true }],
    },
    alert_settings: {
      title: 'Alerts',
      records: [{ quietFrom: 1320, quietUntil: 485, mealPeriods: ['lunch', 'dinner'], before: { credits: 2 } }],
    },
    strikes: { title: 'Strikes', records: [] },
  },
};

let saved: { name: string; file: Blob }[];
beforeEach(() => {
  saved = [];
  const files: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download) saved.push({ name: this.download, file: files[Number(this.href.slice(5)) - 1]! });
  };
});

const server = () => fakeServer().on(contract.account.download, ok({ data }));

const textOf = (file: Blob) =>
  new Promise<string>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.readAsText(file);
  });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('is saved as JSON, complete', async () => {
  mount(<DownloadData />, { as: ada, server: server() });
  await press('Download as JSON');
  expect(await screen.findByText('Your data is downloaded.')).toBeVisible();
  expect(saved.map(({ name }) => name)).toEqual(['spareswipe-2026-03-03.json']);
  expect(JSON.parse(await textOf(saved[0]!.file))).toEqual(data);
});

it('keeps the focus on the button while it loads', async () => {
  mount(<DownloadData />, {
    as: ada,
    server: server().on(contract.account.download, () => new Promise(() => undefined)),
  });
  await press('Download as JSON');
  const button = screen.getByRole('button', { name: 'Download as JSON' });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  // a browser takes the focus from a disabled button
  expect(button).toBeEnabled();
});

it('is saved as a page to read, in which no text becomes HTML', async () => {
  mount(<DownloadData />, { as: ada, server: server() });
  await press('Download as a page');
  expect(await screen.findByText('Your data is downloaded.')).toBeVisible();
  expect(saved.map(({ name }) => name)).toEqual(['spareswipe-2026-03-03.html']);
  const page = new DOMParser().parseFromString(await textOf(saved[0]!.file), 'text/html');
  const texts = (selector: string) => [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(page.querySelectorAll('body > main > h1')).toHaveLength(1);
  expect(texts('h2')).toEqual(['Your account', 'Meals you asked for', 'Alerts', 'Strikes']);
  expect(texts('dt').slice(0, 4)).toEqual(['Name', 'Phone number', 'Meal description', 'Is flexible']);
  expect(texts('dd').slice(0, 4)).toEqual(['Ada Lovelace', 'none', '<img src=x onerror="alert(1)">', 'yes']);
  expect(texts('dd').slice(4)).toEqual(['22:00', '08:05', 'lunch, dinner', 'Credits: 2']);
  expect(page.querySelector('img')).toBeNull();
  expect(page.querySelector('meta[name=viewport]')?.getAttribute('content')).toBe('width=device-width');
});

it('numbers the records of a part that has several', () => {
  const page = new DOMParser().parseFromString(
    readableData({ ...data, parts: { meals: { title: 'Meals', records: [{ food: 'Ramen' }, { food: 'Soup' }] } } }),
    'text/html',
  );
  expect([...page.querySelectorAll('ol > li > dl > dd')].map(({ textContent }) => textContent)).toEqual([
    'Ramen',
    'Soup',
  ]);
});

it('is offered again before the account is closed, with what stays and why', async () => {
  mount(<AccountActions />, { as: ada, server: server() });
  await press('Deactivate Account');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Account' }));
  await waitFor(() => expect(dialog.getByText(/^What stays, without your name, email and phone/)).toBeVisible());
  await userEvent.click(dialog.getByRole('button', { name: 'Download as JSON' }));
  expect(await screen.findByText('Your data is downloaded.')).toBeVisible();
  expect(saved).toHaveLength(1);
});

it('says so if it could not be loaded', async () => {
  mount(<DownloadData />, { as: ada, server: server().on(contract.account.download, failure('TOO_MANY_REQUESTS')) });
  await press('Download as JSON');
  expect(await screen.findByText('Too many attempts. Please wait a moment and try again.')).toBeVisible();
  expect(saved).toEqual([]);
});
