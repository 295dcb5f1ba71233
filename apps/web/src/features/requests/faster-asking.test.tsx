import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type Campus, type MealRequest } from '@spareswipe/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { failure, ok } from '../../../test/fake-server';
import { given, myRequests } from '../../../test/given';
import { mount } from '../../../test/mount';
import { address, visit } from '../../../test/visit';
import { campus, control, fill, mia, MORNING, sent, submit, user, write } from '../../../test/write-request';
import { CreateRequestForm } from './create-request-form';

beforeEach(() => void jest.useFakeTimers({ now: MORNING, advanceTimers: true }));
afterEach(() => void jest.useRealTimers());

/** The form without its page. */
const open = (server = campus(), fields?: Partial<Campus>) =>
  mount(<CreateRequestForm campus={fields && given.campus(fields)} />, { as: mia(), server });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

describe('a deadline in one press', () => {
  it('sets period, date and time, and says so', async () => {
    open();
    for (const [name, period, date, time, said] of [
      ['In 1 hour', 'breakfast', '2026-03-03', '10:00', 'Today at 10:00 AM, Breakfast'],
      ['Tonight', 'dinner', '2026-03-03', '20:00', 'Today at 8:00 PM, Dinner'],
      ['Tomorrow lunch', 'lunch', '2026-03-04', '14:00', 'Tomorrow at 2:00 PM, Lunch'],
    ] as const) {
      await press(name);
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
      expect(await control('Meal period')).toHaveValue(period);
      expect(await control('date')).toHaveValue(date);
      expect(await control('time')).toHaveValue(time);
      expect(screen.getByText(said)).toHaveAttribute('role', 'status');
    }
  });

  it('leaves a period that was chosen by hand, unless it names a meal', async () => {
    open();
    await user.selectOptions(await control('Meal period'), 'any');
    for (const [name, period] of [
      ['In 1 hour', 'any'],
      ['Tonight', 'any'],
      ['Tomorrow lunch', 'lunch'],
    ] as const) {
      await press(name);
      expect(await control('Meal period')).toHaveValue(period);
    }
  });

  it('sets the period of a draft, too, in which none was chosen', async () => {
    open();
    await fill();
    cleanup();
    open();
    await press('Continue');
    await press('Tonight');
    expect(await control('Meal period')).toHaveValue('dinner');
  });

  it('stays when another period is chosen after it', async () => {
    open();
    await press('Tonight');
    await user.selectOptions(await control('Meal period'), 'any');
    expect(await control('date')).toHaveValue('2026-03-03');
    expect(await control('time')).toHaveValue('20:00');
  });

  it('is not offered where it would be refused', async () => {
    jest.setSystemTime(new Date(2026, 2, 3, 19, 31));
    open();
    expect(await screen.findByRole('button', { name: 'In 1 hour' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Tonight' })).toBeNull();
  });
});

it('gets the date of today from another period after it was left open for a night', async () => {
  open();
  await control('date');
  jest.setSystemTime(new Date(2026, 2, 4, 9, 0));
  await user.selectOptions(await control('Meal period'), 'dinner');
  expect(await control('date')).toHaveValue('2026-03-04');
  expect(await control('time')).toHaveValue('20:00');
});

describe('places of the campus', () => {
  it('are suggested for the store, which takes any other text too', async () => {
    const places = ['Arrillaga Dining', 'North Hall'];
    const server = campus().on(contract.requests.places, ok({ places }));
    open(server);
    const store = await screen.findByRole('combobox', { name: /^Store or dining hall/ });
    expect([...(store as HTMLInputElement).list!.options].map(({ value }) => value)).toEqual(places);
    await fill();
    await submit();
    await waitFor(() => expect(sent(server)[0]?.body.location).toBe('Lakeside'));
  });

  it('are named under the field where the campus allows no others', async () => {
    open(campus().on(contract.requests.places, ok({ places: ['North Hall', 'Lakeside'] })), { placesOnly: true });
    expect(await screen.findByText('One of: North Hall, Lakeside')).toBeVisible();
  });

  it('that do not load leave the field as it is', async () => {
    const server = campus().on(contract.requests.places, failure('NOT_FOUND'));
    open(server);
    await waitFor(() => expect(server.calls(contract.requests.places)).toHaveLength(1));
    expect(await screen.findByRole('textbox', { name: /^Store or dining hall/ })).toBeEnabled();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('asking again', () => {
  const ramen = given.request({
    isOwn: true,
    status: 'expired',
    mealPeriod: 'dinner',
    mealDescription: 'Ramen',
    location: 'Noodle Corner',
    description: 'No egg',
    urgency: 'high',
    isFlexible: false,
    deadline: '2026-03-01T12:00:00.000Z',
  });
  const again = `/create-request?again=${ramen._id}`;
  const listing = (...others: MealRequest[]) =>
    campus()
      .on(contract.requests.mine, myRequests(ramen, ...others))
      .on(contract.requests.one, ok({ request: ramen }));

  it('fills the form with a request that is over', async () => {
    const like = (mealDescription: string, status: MealRequest['status']) =>
      given.request({ ...ramen, _id: given.request()._id, mealDescription, status });
    const others = [like('Soup', 'cancelled'), like('Salad', 'completed'), like('Pho', 'active')];
    visit('/my-requests', { as: mia({ credits: 0 }), server: listing(...others) });
    const card = async (name: string) => within(await screen.findByRole('article', { name }));
    for (const [name, links] of [
      ['Soup', 1],
      ['Salad', 1],
      ['Pho', 0],
    ] as const)
      expect((await card(name)).queryAllByRole('link', { name: 'Ask again' })).toHaveLength(links);
    await user.click((await card('Ramen')).getByRole('link', { name: 'Ask again' }));
    expect(await control('What food')).toHaveValue('Ramen');
    expect(await control('Store')).toHaveValue('Noodle Corner');
    expect(await control('Details')).toHaveValue('No egg');
    expect(await control('Meal period')).toHaveValue('dinner');
    expect(await control('Urgency')).toHaveValue('high');
    expect(await control('timing is flexible')).not.toBeChecked();
    expect(await control('date')).toHaveValue('2026-03-03');
    expect(await control('time')).toHaveValue('20:00');
    expect(screen.getByText('You have no meals left')).toBeVisible();
    expect(address()).toBe(again);
  });

  it('keeps a draft for each meal that is asked for again, and one for a new one', async () => {
    const as = mia();
    visit('/create-request', { as, server: campus() });
    await fill();
    cleanup();
    visit(again, { as, server: listing() });
    expect(await control('What food')).toHaveValue('Ramen');
    expect(screen.queryByText('Continue your draft?')).toBeNull();
    await write('Details', 'Extra egg');
    cleanup();
    visit(again, { as, server: listing() });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await control('Details')).toHaveValue('Extra egg');
    cleanup();
    visit('/create-request', { as, server: listing() });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await control('What food')).toHaveValue('Pad thai');
  });

  it('begins with that meal, although nobody knows yet whether another one was posted', async () => {
    const as = mia();
    const server = listing();
    visit('/create-request', { as, server });
    await fill();
    server.loseAnswer(contract.requests.create, 2);
    await submit();
    expect(await screen.findByText('Failed to create request')).toBeVisible();
    cleanup();
    visit(again, { as, server });
    expect(await control('What food')).toHaveValue('Ramen');
    const NOT_KNOWN = /We do not know yet whether this request was posted/;
    expect(screen.queryByText(NOT_KNOWN)).toBeNull();
    cleanup();
    visit('/create-request', { as, server });
    expect(await control('What food')).toHaveValue('Pad thai');
    expect(screen.getByText(NOT_KNOWN)).toBeVisible();
  });

  it('begins with the defaults where that request is gone', async () => {
    visit('/create-request?again=unknown', {
      as: mia(),
      server: campus().on(contract.requests.one, failure('NOT_FOUND')),
    });
    expect(await screen.findByText('We could not load that request. Please fill in the form.')).toBeVisible();
    expect(await control('Meal period')).toHaveValue('lunch');
  });
});
