import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type MealRequest } from '@spareswipe/contract';
import { cleanup, screen } from '@testing-library/react';
import { failure, ok } from '../../../test/fake-server';
import { given, myRequests } from '../../../test/given';
import { address, visit } from '../../../test/visit';
import { campus, control, fill, mia, MORNING, sent, submit, user, write } from '../../../test/write-request';

beforeEach(() => void jest.useFakeTimers({ now: MORNING, advanceTimers: true }));
afterEach(() => void jest.useRealTimers());

describe('a deadline in one press', () => {
  it.each([
    ['In 1 hour', 'breakfast', '2026-03-03', '10:00', 'Today at 10:00 AM, Breakfast'],
    ['Tonight', 'dinner', '2026-03-03', '20:00', 'Today at 8:00 PM, Dinner'],
    ['Tomorrow lunch', 'lunch', '2026-03-04', '14:00', 'Tomorrow at 2:00 PM, Lunch'],
  ])('%s sets period, date and time, and says so', async (name, period, date, time, said) => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    await user.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    expect(await control('Meal period')).toHaveValue(period);
    expect(await control('date')).toHaveValue(date);
    expect(await control('time')).toHaveValue(time);
    expect(screen.getByText(said)).toHaveAttribute('role', 'status');
    await submit();
    await screen.findByText('Request created successfully! 2 meals remaining');
    expect(sent(server)[0]?.body.deadline).toBe(new Date(`${date}T${time}`).toISOString());
  });

  it.each([
    ['In 1 hour', 'any'],
    ['Tonight', 'any'],
    ['Tomorrow lunch', 'lunch'],
  ])('%s leaves a period that was chosen by hand, unless it names a meal', async (name, period) => {
    visit('/create-request', { as: mia(), server: campus() });
    await user.selectOptions(await control('Meal period'), 'any');
    await user.click(screen.getByRole('button', { name }));
    expect(await control('Meal period')).toHaveValue(period);
  });

  it('sets the period of a draft, too, in which none was chosen', async () => {
    const as = mia();
    visit('/create-request', { as, server: campus() });
    await fill();
    cleanup();
    visit('/create-request', { as, server: campus() });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Tonight' }));
    expect(await control('Meal period')).toHaveValue('dinner');
  });

  it('stays when another period is chosen after it', async () => {
    visit('/create-request', { as: mia(), server: campus() });
    await user.click(await screen.findByRole('button', { name: 'Tonight' }));
    await user.selectOptions(await control('Meal period'), 'any');
    expect(await control('date')).toHaveValue('2026-03-03');
    expect(await control('time')).toHaveValue('20:00');
  });

  it('is not offered where it would be refused', async () => {
    jest.setSystemTime(new Date(2026, 2, 3, 19, 31));
    visit('/create-request', { as: mia(), server: campus() });
    expect(await screen.findByRole('button', { name: 'In 1 hour' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Tonight' })).toBeNull();
  });
});

describe('places of the campus', () => {
  it('are suggested for the store, which takes any other text too', async () => {
    const places = ['Arrillaga Dining', 'Lakeside'];
    const server = campus().on(contract.requests.places, ok({ places }));
    visit('/create-request', { as: mia(), server });
    const store = await screen.findByRole('combobox', { name: /^Store or dining hall/ });
    expect([...(store as HTMLInputElement).list!.options].map(({ value }) => value)).toEqual(places);
    await fill();
    await submit();
    await screen.findByText('Request created successfully! 2 meals remaining');
    expect(sent(server)[0]?.body.location).toBe('Lakeside');
  });

  it('are named under the field where the campus allows no others', async () => {
    const server = campus()
      .on(contract.campuses.mine, ok({ campus: given.campus({ placesOnly: true }) }))
      .on(contract.requests.places, ok({ places: ['North Hall', 'Lakeside'] }));
    visit('/create-request', { as: mia(), server });
    expect(await screen.findByText('One of: North Hall, Lakeside')).toBeVisible();
  });

  it('that do not load leave the field as it is', async () => {
    visit('/create-request', { as: mia(), server: campus().on(contract.requests.places, failure('INTERNAL')) });
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
  const listing = (request: MealRequest) =>
    campus().on(contract.requests.mine, myRequests(request)).on(contract.requests.one, ok({ request }));

  it.each(['expired', 'cancelled', 'completed'] as const)(
    'fills the form with a request that is %s',
    async (status) => {
      visit('/my-requests', { as: mia({ credits: 0 }), server: listing({ ...ramen, status }) });
      await user.click(await screen.findByRole('link', { name: 'Ask again' }));
      expect(await control('What food')).toHaveValue('Ramen');
      expect(await control('Store')).toHaveValue('Noodle Corner');
      expect(await control('Details')).toHaveValue('No egg');
      expect(await control('Meal period')).toHaveValue('dinner');
      expect(await control('Urgency')).toHaveValue('high');
      expect(await control('timing is flexible')).not.toBeChecked();
      expect([await control('date'), await control('time')].map((field) => (field as HTMLInputElement).value)).toEqual([
        '2026-03-03',
        '20:00',
      ]);
      expect(screen.getByText('You have no meals left')).toBeVisible();
    },
  );

  it('is the same form after a reload, and no draft', async () => {
    const as = mia();
    visit('/my-requests', { as, server: listing(ramen) });
    await user.click(await screen.findByRole('link', { name: 'Ask again' }));
    await control('What food');
    expect(address()).toBe(`/create-request?again=${ramen._id}`);
    cleanup();
    visit(address(), { as, server: listing(ramen) });
    expect(await control('What food')).toHaveValue('Ramen');
    expect(screen.queryByText('Continue your draft?')).toBeNull();
  });

  it('offers only the draft that was begun with it, and no draft of another meal', async () => {
    const as = mia();
    visit('/create-request', { as, server: campus() });
    await fill();
    cleanup();
    const again = `/create-request?again=${ramen._id}`;
    visit(again, { as, server: listing(ramen) });
    expect(await control('What food')).toHaveValue('Ramen');
    expect(screen.queryByText('Continue your draft?')).toBeNull();
    await write('Details', 'Extra egg');
    cleanup();
    visit(again, { as, server: listing(ramen) });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await control('Details')).toHaveValue('Extra egg');
  });

  it('is not offered while a request is open', async () => {
    visit('/my-requests', { as: mia(), server: listing({ ...ramen, status: 'active' }) });
    await screen.findByRole('heading', { name: 'Ramen' });
    expect(screen.queryByRole('link', { name: 'Ask again' })).toBeNull();
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
