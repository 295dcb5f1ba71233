import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campusWith, card, inMinutes, mia } from '../../test/browse';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

describe('browsing requests', () => {
  it('shows what is wanted, where, by when, for whom and on which campus [spec §2.32]', async () => {
    visit('/requests', {
      as: mia,
      server: campusWith(given.request({ mealDescription: 'Pad thai', deadline: inMinutes(300), urgency: 'low' })),
    });
    const padThai = await card('Pad thai');
    for (const text of ['Lunch', 'Arrillaga Dining', 'Grace', 'yale', 'Low Priority', 'Flexible timing'])
      expect(padThai.getByText(text)).toBeVisible();
    expect(await padThai.findByText('Yale University')).toHaveAttribute('title', 'yale');
    expect(padThai.getByText(/at \d+:\d\d [AP]M$/)).toBeVisible();
    expect(padThai.queryByText('Urgent')).toBeNull();
  });

  it('sets requests of other campuses apart, and names the campus beside the place', async () => {
    const own = { institution: mia.institution, name: 'Stanford University', clock: null };
    visit('/requests', {
      as: mia,
      server: campusWith(
        given.request({
          mealDescription: 'Near',
          campus: own,
          requester: { name: 'Grace Hopper', institution: own.institution },
        }),
        given.request({ mealDescription: 'Far' }),
        given.request({ mealDescription: 'Farther' }),
      ),
    });
    const [near, far] = [await card('Near'), await card('Far')];
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Near', 'At other campuses', 'Far', 'Farther']),
    );
    expect(screen.getAllByText('At other campuses')).toHaveLength(1);
    expect(near.getByText('Arrillaga Dining').closest('dd')).toHaveTextContent(/^Arrillaga Dining$/);
    expect(far.getByText('Arrillaga Dining').closest('dd')).toHaveTextContent('Arrillaga Dining, Yale University');
  });

  it.each([
    [1, false, '1 request'],
    [9999, false, '9,999 requests'],
    [1000, true, '1,000+ requests'],
    [2513, true, '2,513+ requests'],
    [1, true, '1+ requests'],
  ])('counts %i open requests, and says so if there may be more (%s): %s', async (total, isTotalCapped, count) => {
    const server = fakeServer().on(
      contract.requests.browse,
      ok({ requests: [given.request()], pagination: given.pagination({ total }), isTotalCapped }),
    );
    visit('/requests', { as: mia, server });
    expect(await screen.findByText(count)).toBeVisible();
  });

  it('flags a request as urgent within two hours of its deadline [spec §4.21 §9.3]', async () => {
    visit('/requests', {
      as: mia,
      server: campusWith(
        given.request({ mealDescription: 'Soon', deadline: inMinutes(119) }),
        given.request({ mealDescription: 'Later', deadline: inMinutes(122) }),
      ),
    });
    expect((await card('Soon')).getByText('Urgent')).toBeVisible();
    expect((await card('Later')).queryByText('Urgent')).toBeNull();
  });

  it('marks an own request, which cannot be accepted', async () => {
    visit('/requests', { as: mia, server: campusWith(given.request({ mealDescription: 'Mine', isOwn: true })) });
    const mine = await card('Mine');
    expect(mine.getByText('Your request')).toBeVisible();
    expect(mine.queryByRole('button', { name: /^Accept/ })).toBeNull();
  });
});

describe('the list', () => {
  it('turns its pages [spec §2.33 §2.47]', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    expect(await screen.findByText('Page 1 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 2 of 3')).toBeVisible();
    expect(address()).toBe('/requests?page=2');
  });

  it('goes to the last page when the one in the address no longer exists', async () => {
    visit('/requests?page=9', { as: mia, server: campusWith(given.request()) });
    expect(await screen.findByText('Page 3 of 3')).toBeVisible();
    expect(address()).toBe('/requests?page=3');
  });

  it('says that it could not load, and tries again [spec §8.17]', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    const browse = server.on(contract.requests.browse, failure('INTERNAL'));
    visit('/requests', { as: mia, server });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(await screen.findByText('Failed to load requests')).toBeVisible();
    browse.on(
      contract.requests.browse,
      ok({ requests: [given.request({ mealDescription: 'Ramen' })], pagination: given.pagination() }),
    );
    await userEvent.click(retry);
    expect(await screen.findByRole('article', { name: 'Ramen' })).toBeVisible();
  });
});
