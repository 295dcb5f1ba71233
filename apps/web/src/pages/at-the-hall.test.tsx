import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

const requests = [
  given.request({ mealDescription: 'Soup', location: 'Lakeside' }),
  given.request({ mealDescription: 'Ramen', location: 'North Hall' }),
  given.request({ mealDescription: 'Pizza', location: 'NORTH HALL' }),
  given.request({ mealDescription: 'Mine', location: 'South Hall', isOwn: true }),
];
/** A campus where all of these are due within the hour. */
const hungryCampus = () =>
  fakeServer().on(contract.requests.browse, ({ query }) => {
    const at = query.location?.toLowerCase();
    const found = requests.filter(({ location }) => !at || location.toLowerCase() === at);
    const pagination = given.pagination({ total: found.length });
    return { status: 200 as const, body: { success: true as const, requests: found, pagination } };
  });
const lastList = (server: ReturnType<typeof hungryCampus>) =>
  server
    .calls(contract.requests.browse)
    .filter(({ query }) => query.limit === '10')
    .at(-1)?.query;
const chip = (name: RegExp) => screen.findByRole('button', { name });

describe('"I\'m at the hall"', () => {
  it('shows what is due on the own campus within the hour, and after a press on a place only that', async () => {
    const server = hungryCampus();
    visit('/requests?urgency=high', { as: given.student(), server });
    await userEvent.click(await chip(/I'm at the hall/));
    expect(address()).toBe('/requests?urgency=high&campus=mine&withinMinutes=60');
    await waitFor(() =>
      expect(lastList(server)).toMatchObject({ campus: 'mine', withinMinutes: '60', urgency: 'high' }),
    );
    await userEvent.click(await chip(/^North Hall\s·\s2$/));
    await waitFor(() => expect(lastList(server)).toMatchObject({ location: 'North Hall', withinMinutes: '60' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Soup' })).toBeNull());
    expect(await screen.findByRole('heading', { name: 'Pizza' })).toBeVisible();
    expect(await chip(/^North Hall/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('names the places with most requests first, and none of the student themself', async () => {
    visit('/requests?campus=mine&withinMinutes=60', { as: given.student(), server: hungryCampus() });
    await chip(/^Lakeside/);
    const names = screen.getAllByRole('button', { name: /·/ }).map(({ textContent }) => textContent);
    expect(names).toEqual(['North Hall\u00a0· 2', 'Lakeside\u00a0· 1']);
  });

  it('ends with another press', async () => {
    visit('/requests?campus=mine&location=Gone+Hall&withinMinutes=60', { as: given.student(), server: hungryCampus() });
    expect(await chip(/^Gone Hall\s·\s0$/)).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(await chip(/I'm at the hall/));
    expect(address()).toBe('/requests');
    expect(screen.queryByRole('button', { name: /·/ })).toBeNull();
  });
});
