import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contract, errors, type SignOnCampus } from '@spareswipe/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../../test/fake-server';
import { fill } from '../../../test/fill';
import { visit } from '../../../test/visit';

const campus = (provider: string, name: string): SignOnCampus => ({ provider, name, domains: [`${provider}.edu`] });
const serverWith = (...campuses: SignOnCampus[]) => fakeServer().on(contract.signOn.campuses, ok({ campuses }));
const offer = (name: string) => screen.queryByRole('button', { name: `Continue with ${name}` });

beforeEach(() => {
  const entry = { serverTiming: [{ name: 'sign-on' }] } as unknown as PerformanceEntry;
  performance.getEntriesByType = () => [entry];
});
afterEach(() => {
  performance.getEntriesByType = () => [];
});

it('offers the only campus with a sign-on at once', async () => {
  visit('/login', { server: serverWith(campus('state', 'State')) });
  expect(await screen.findByRole('button', { name: 'Continue with State' })).toBeVisible();
});

it('goes on offering it while a log-in fails', async () => {
  const server = serverWith(campus('state', 'State')).on(contract.auth.login, failure('INVALID_CREDENTIALS'));
  visit('/login', { server });
  await screen.findByRole('button', { name: 'Continue with State' });
  server.on(contract.signOn.campuses, failure('BUSY'));
  await fill({ Email: 'ada@state.edu', Password: 'Wr0ng-one' });
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText(errors.INVALID_CREDENTIALS.message)).toBeVisible();
  expect(offer('State')).toBeVisible();
});

it('offers one of several campuses once an address of it is typed', async () => {
  visit('/register', { server: serverWith(campus('state', 'State'), campus('other', 'Other')) });
  const email = await screen.findByLabelText('Email');
  await userEvent.type(email, 'ada@elsewhere.edu');
  expect([offer('State'), offer('Other')]).toEqual([null, null]);
  await userEvent.clear(email);
  await userEvent.type(email, 'Ada@Other.edu');
  expect(await screen.findByRole('button', { name: 'Continue with Other' })).toBeVisible();
  expect(offer('State')).toBeNull();
});

it('says that the campus does not respond, and may be pressed again', async () => {
  const server = serverWith(campus('state', 'State')).on(contract.signOn.start, failure('SIGN_ON_UNAVAILABLE'));
  visit('/login', { server });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with State' }));
  expect(await screen.findByText(errors.SIGN_ON_UNAVAILABLE.message)).toBeVisible();
  expect(offer('State')).toBeEnabled();
});

it('says on the privacy screen what is kept of a campus account, where a campus has a sign-on', async () => {
  visit('/privacy');
  expect(await screen.findByRole('heading', { name: 'Campus account' })).toBeVisible();
});

it('asks nothing where the page does not say that a campus has one', async () => {
  performance.getEntriesByType = () => [];
  const server = serverWith(campus('state', 'State'));
  visit('/login', { server });
  await screen.findByRole('button', { name: 'Log in' });
  expect(server.calls(contract.signOn.campuses)).toHaveLength(0);
});
