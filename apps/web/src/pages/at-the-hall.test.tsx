import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

const student = given.student();
const requests = [
  given.request({ mealDescription: 'Soup', location: 'Lakeside' }),
  given.request({ mealDescription: 'Ramen', location: 'North Hall' }),
  given.request({ mealDescription: 'Pizza', location: 'NÓRTH HALL' }),
  given.request({ mealDescription: 'Mine', location: 'South Hall', isOwn: true }),
];
/** A campus where all of these are due soon. */
const hungryCampus = () =>
  fakeServer().on(contract.requests.browse, ({ query }) => {
    const at = query.location?.toLowerCase();
    const found = requests.filter(({ location }) => !at || location.toLowerCase().replace('ó', 'o') === at);
    const pagination = given.pagination({ total: found.length });
    return ok({ requests: found, pagination });
  });
const lastList = (server: ReturnType<typeof hungryCampus>) =>
  server
    .calls(contract.requests.browse)
    .filter(({ query }) => query.limit === '10')
    .at(-1)?.query;
const chip = (name: RegExp) => screen.findByRole('button', { name });

describe('"I\'m at the hall"', () => {
  it('shows what is due on the own campus soon, and after a press on a place only that', async () => {
    const server = hungryCampus();
    visit('/requests?urgency=high', { as: given.student(), server });
    await userEvent.click(await chip(/I'm at the hall/));
    expect(address()).toBe('/requests?urgency=high&campus=mine&withinMinutes=90');
    await waitFor(() =>
      expect(lastList(server)).toMatchObject({ campus: 'mine', withinMinutes: '90', urgency: 'high' }),
    );
    await userEvent.click(await chip(/^North Hall\s·\s2$/));
    await waitFor(() => expect(lastList(server)).toMatchObject({ location: 'North Hall', withinMinutes: '90' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Soup' })).toBeNull());
    expect(await screen.findByRole('heading', { name: 'Pizza' })).toBeVisible();
    expect(await chip(/^North Hall/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('names the places with most requests first, none of the student themself, and counts what the other filters leave', async () => {
    const server = hungryCampus();
    visit('/requests?mealPeriod=dinner&search=pho&campus=mine&withinMinutes=90', { as: student, server });
    await chip(/^Lakeside/);
    const names = screen.getAllByRole('button', { name: /·/ }).map(({ textContent }) => textContent);
    expect(names).toEqual(['North Hall\u00a0· 2', 'Lakeside\u00a0· 1']);
    const counted = server.calls(contract.requests.browse).find(({ query }) => query.limit !== '10');
    expect(counted?.query).toMatchObject({ mealPeriod: 'dinner', search: 'pho', withinMinutes: '90' });
  });

  it('says for how long, and shows the whole campus again once that is taken away', async () => {
    const server = hungryCampus();
    visit('/requests', { as: given.student(), server });
    await userEvent.click(await chip(/I'm at the hall/));
    await userEvent.click(await screen.findByRole('button', { name: 'Next 90 min', pressed: true }));
    expect(address()).toBe('/requests?campus=mine');
    expect(screen.queryByRole('button', { name: /^Next/ })).toBeNull();
    expect(await chip(/I'm at the hall/)).toHaveAttribute('aria-pressed', 'false');
  });

  it('ends with another press', async () => {
    visit('/requests?campus=mine&location=Gone+Hall&withinMinutes=90', { as: given.student(), server: hungryCampus() });
    expect(await chip(/^Gone Hall\s·\s0$/)).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(await chip(/I'm at the hall/));
    expect(address()).toBe('/requests');
    expect(screen.queryByRole('button', { name: /·/ })).toBeNull();
  });

  it('takes one press at the place that the student chose last, until they choose another', async () => {
    visit('/requests', { as: student, server: hungryCampus() });
    await userEvent.click(await chip(/I'm at the hall/));
    await userEvent.click(await chip(/^Lakeside/));
    await userEvent.click(await chip(/I'm at the hall/));
    expect(address()).toBe('/requests');
    await userEvent.click(await chip(/I'm at the hall/));
    expect(address()).toBe('/requests?campus=mine&location=Lakeside&withinMinutes=90');
    expect(await chip(/^Lakeside/)).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByRole('heading', { name: 'Soup' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ramen' })).toBeNull());
    await userEvent.click(await chip(/^North Hall/));
    await userEvent.click(await chip(/I'm at the hall/));
    await userEvent.click(await chip(/I'm at the hall/));
    expect(address()).toMatch(/location=North\+Hall/);
  });

  it('remembers no place of another student', async () => {
    visit('/requests?campus=mine&withinMinutes=90', { as: student, server: hungryCampus() });
    await userEvent.click(await chip(/^Lakeside/));
    cleanup();
    visit('/requests', { as: given.student(), server: hungryCampus() });
    await userEvent.click(await chip(/I'm at the hall/));
    expect(address()).toBe('/requests?campus=mine&withinMinutes=90');
  });

  it('forgets the place when the student logs out', async () => {
    const server = hungryCampus().on(contract.sessions.end, ok({ message: 'Bye' }));
    visit('/requests?campus=mine&withinMinutes=90', { as: student, server });
    await userEvent.click(await chip(/^Lakeside/));
    expect(JSON.stringify(Object.entries(localStorage))).toMatch(/Lakeside/);
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).not.toMatch(/Lakeside/));
  });
});
