import { describe, expect, it, jest } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { campusWith, mia } from '../../test/browse';
import { ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

const lastQuery = (server: ReturnType<typeof campusWith>) => server.calls(contract.requests.browse).at(-1)?.query;

describe('the filters', () => {
  it('sends nothing that is empty [spec §7.4]', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    await screen.findByRole('article');
    expect(lastQuery(server)).toEqual({ page: '1', limit: '10' });
  });

  it('are kept in the address, start at page 1, and come back with the back button [spec §2.31]', async () => {
    const server = campusWith(given.request());
    visit('/requests?page=2', { as: mia, server });
    await userEvent.selectOptions(await screen.findByLabelText('Meal period'), 'Dinner');
    expect(address()).toBe('/requests?mealPeriod=dinner');
    await userEvent.selectOptions(screen.getByLabelText('Urgency'), 'High');
    await userEvent.click(screen.getByLabelText('My campus'));
    expect(address()).toBe('/requests?mealPeriod=dinner&urgency=high&campus=mine');
    await waitFor(() =>
      expect(lastQuery(server)).toMatchObject({ page: '1', mealPeriod: 'dinner', urgency: 'high', campus: 'mine' }),
    );
    act(() => window.history.back());
    await waitFor(() => expect(screen.getByLabelText('My campus')).not.toBeChecked());
    expect(screen.getByLabelText('Urgency')).toHaveValue('high');
  });

  it('cut a search that is too long in the address between two characters', async () => {
    const server = campusWith(given.request());
    const begin = 'a'.repeat(97);
    visit(`/requests?search=${encodeURIComponent(`${begin}👩🏽‍🍳`)}`, { as: mia, server });
    await screen.findByRole('article');
    expect(lastQuery(server)?.search).toBe(begin);
  });

  it('search when the typing pauses, once', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    const box = await screen.findByRole('searchbox', { name: 'Search' });
    // without a pause between them, however slow the machine is
    for (const value of ['p', 'pad', 'pad  thai ']) fireEvent.change(box, { target: { value } });
    await waitFor(() => expect(lastQuery(server)?.search).toBe('pad  thai'));
    const searches = server.calls(contract.requests.browse).filter(({ query }) => query.search !== undefined);
    expect(searches).toHaveLength(1);
    expect(screen.getByRole('searchbox')).toHaveValue('pad  thai ');
  });

  it('tell what each search found, also when it is as much as before, but not again on another page', async () => {
    visit('/requests', { as: mia, server: campusWith(given.request()) });
    await screen.findByRole('article');
    const told = () => screen.getAllByRole('status').find(({ textContent }) => textContent.endsWith(' found'));
    const before = told()!.firstChild;
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    // whole, not only the figure that changes
    expect(await screen.findByText('Page 2 of 3')).toHaveAttribute('aria-atomic', 'true');
    expect(told()!.firstChild).toBe(before);
    await userEvent.selectOptions(screen.getByLabelText('Urgency'), 'High');
    expect(address()).toBe('/requests?urgency=high');
    await waitFor(() => expect(told()).toBeDefined());
    expect(told()!.firstChild).not.toBe(before);
  });

  it('do not tell it again when the number is what it was, as after an accept that is taken back', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    const told = () => screen.queryAllByRole('status').some(({ textContent }) => textContent.endsWith(' found'));
    await waitFor(() => expect(told()).toBe(true));
    for (const [total, words] of [
      [2, '2 requests'],
      [1, '1 request'],
    ] as const) {
      server.on(contract.requests.browse, ok({ requests: [given.request()], pagination: given.pagination({ total }) }));
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      expect(await screen.findByText(words)).toBeVisible();
    }
    expect(told()).toBe(false);
  });

  it.each([
    ['Enter', (user: UserEvent) => user.keyboard('{Enter}')],
    ['the button', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Search' }))],
  ])('search at once on %s', async (_how, send) => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    const field = await screen.findByRole('searchbox', { name: 'Search' });
    jest.useFakeTimers();
    try {
      // no time passes: it is not the pause in typing that searches
      fireEvent.change(field, { target: { value: 'soup' } });
      field.focus();
      await send(userEvent.setup({ delay: null }));
      await act(() => jest.advanceTimersByTimeAsync(100));
      expect(address()).toBe('/requests?search=soup');
    } finally {
      jest.useRealTimers();
    }
  });

  it('leave page and address alone when the typed text is taken back before the pause', async () => {
    visit('/requests?page=2', { as: mia, server: campusWith(given.request()) });
    const field = await screen.findByRole('searchbox', { name: 'Search' });
    jest.useFakeTimers();
    try {
      fireEvent.change(field, { target: { value: 's' } });
      fireEvent.change(field, { target: { value: '' } });
      await act(() => jest.advanceTimersByTimeAsync(1000));
      expect(address()).toBe('/requests?page=2');
    } finally {
      jest.useRealTimers();
    }
  });

  it('are read from the address, wrong ones ignored', async () => {
    const server = campusWith(given.request());
    visit('/requests?search=soup&mealPeriod=brunch&urgency=low&page=-4', { as: mia, server });
    expect(await screen.findByRole('searchbox')).toHaveValue('soup');
    await waitFor(() => expect(lastQuery(server)).toEqual({ page: '1', limit: '10', search: 'soup', urgency: 'low' }));
  });

  it('can be cleared, which leaves the focus on the page', async () => {
    visit('/requests?urgency=high', { as: mia, server: campusWith(given.request()) });
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('can be cleared when they find nothing', async () => {
    const server = campusWith();
    visit('/requests?search=zzz&campus=mine', { as: mia, server });
    expect(await screen.findByText('No requests found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all requests' }));
    expect(address()).toBe('/requests');
    expect(await screen.findByText('No requests right now')).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });
});
