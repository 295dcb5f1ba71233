import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type MealRequest } from '@spareswipe/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campusWith, card, inMinutes, mia } from '../../test/browse';
import { places } from '../../test/cards';
import { created, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { sentence } from '../../test/sentence';
import { visit } from '../../test/visit';

/** From now on the server has these requests, as the array stands when it is asked. */
function fakeServerWith(open: MealRequest[]) {
  const server = fakeServer().on(contract.users.me, ok({ user: mia }));
  return server.on(contract.requests.browse, () =>
    ok({ requests: open, pagination: given.pagination({ total: open.length }) }),
  );
}

describe('while the screen stays open', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const names = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
  const refresh = () => act(() => jest.advanceTimersByTimeAsync(21_000));
  const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

  it('lets new requests wait behind a button that says how many, and shows the first of them when it is pressed', async () => {
    const open = [given.request({ mealDescription: 'Ramen' })];
    visit('/requests', { as: mia, server: campusWith(...open) });
    await card('Ramen');
    const added = (name: string) => open.unshift(given.request({ mealDescription: name }));
    added('Soup');
    fakeServerWith(open);
    await refresh();
    expect(screen.getByRole('button', { name: '1 new request' })).toBeVisible();
    expect(screen.getByText('2 requests')).toBeVisible();
    added('Salad');
    await refresh();
    expect(names()).toEqual(['Ramen']);
    await user().click(screen.getByRole('button', { name: '2 new requests' }));
    expect(names()).toEqual(['Salad', 'Soup', 'Ramen']);
    expect(screen.queryByRole('button', { name: /new request/ })).toBeNull();
    expect(screen.getByRole('article', { name: 'Salad' }).closest('li')).toHaveFocus();
  });

  it('says of a meal that was accepted here when the other side calls it off', async () => {
    const match = given.match();
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    server.on(contract.matches.accept, created({ match })).on(contract.matches.one, ok({ match }));
    visit('/requests', { as: mia, server });
    await user().click((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    await screen.findByText(sentence("You're helping Grace · See match"));
    server.on(contract.matches.one, ok({ match: { ...match, status: 'cancelled', cancelledBecause: 'withdrawn' } }));
    await refresh();
    const why = 'This match was called off, and the meal went back to Grace Hopper. · See match';
    expect(screen.getByText(sentence(why))).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('announces once that there are new ones, however many changes follow', async () => {
    const open = [given.request()];
    visit('/requests', { as: mia, server: campusWith(...open) });
    await screen.findByRole('article');
    const heard = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const announced: string[][] = [];
    for (let change = 0; change < 3; change++) {
      open.unshift(given.request());
      fakeServerWith(open);
      await refresh();
      announced.push(heard());
    }
    expect(announced[0]).toContain('There are new requests. A button below the list shows them.');
    expect(announced[1]).toEqual(announced[0]);
    expect(announced[2]).toEqual(announced[0]);
  });

  const twoOf = (name: string) => Array.from({ length: 2 }, () => given.request({ mealDescription: name }));
  const pageOf = (all: MealRequest[], current: number) =>
    ok({
      requests: all.slice((current - 1) * 2, current * 2),
      pagination: given.pagination({
        total: all.length,
        pages: 3,
        current,
        hasPrev: current > 1,
        hasNext: current < 3,
      }),
    });

  it('says how many are new at least where a whole page is new, and that the next page shows some again', async () => {
    const all = [...twoOf('Ramen'), ...twoOf('Pho')];
    const server = fakeServerWith([]).on(contract.requests.browse, ({ query }) => pageOf(all, Number(query.page)));
    visit('/requests', { as: mia, server });
    await screen.findAllByRole('article', { name: 'Ramen' });
    all.unshift(...twoOf('Soup'));
    await refresh();
    expect(screen.getByRole('button', { name: '2+ new requests' })).toBeVisible();
    await user().click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText(/^The list has changed meanwhile/)).toBeVisible();
    await user().click(screen.getByRole('button', { name: 'Next' }));
    await screen.findAllByRole('article', { name: 'Pho' });
    expect(screen.queryByText(/^The list has changed meanwhile/)).toBeNull();
  });

  it('says nothing of the requests that move up to a page which the student went back to', async () => {
    const all = [...twoOf('Ramen'), ...twoOf('Pho')];
    const server = fakeServerWith([]).on(contract.requests.browse, ({ query }) => pageOf(all, Number(query.page)));
    visit('/requests?page=2', { as: mia, server });
    await screen.findAllByRole('article', { name: 'Pho' });
    await user().click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findAllByRole('article', { name: 'Ramen' });
    all.shift();
    await refresh();
    expect(await card('Pho')).toBeDefined();
    expect(screen.queryByText(/^The list has changed meanwhile/)).toBeNull();
  });

  it("ignores a press on a card that has just moved, also one that claims to be a mouse's", async () => {
    const open = [given.request({ mealDescription: 'Ramen' })];
    const server = campusWith(...open);
    visit('/requests', { as: mia, server });
    await card('Ramen');
    open.unshift(given.request({ mealDescription: 'Soup' }));
    fakeServerWith(open);
    await refresh();
    act(() => screen.getByRole('button', { name: '1 new request' }).click());
    const accept = (await card('Soup')).getByRole('button', { name: 'Accept Request' });
    const press = () => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
      Object.defineProperties(event, { timeStamp: { value: performance.now() }, pointerType: { value: 'mouse' } });
      fireEvent(accept, event);
    };
    press();
    act(() => jest.advanceTimersByTime(499));
    press();
    expect(accept).not.toHaveAttribute('aria-disabled');
    act(() => jest.advanceTimersByTime(1));
    press();
    expect(accept).toHaveAttribute('aria-disabled', 'true');
  });

  it('presses a card that has just come where a mouse has moved to it, and by key', async () => {
    const open: MealRequest[] = [given.request({ mealDescription: 'Ramen' })];
    const server = campusWith(...open);
    visit('/requests', { as: mia, server });
    await card('Ramen');
    open.unshift(given.request({ mealDescription: 'Soup' }), given.request({ mealDescription: 'Salad' }));
    fakeServerWith(open);
    await refresh();
    act(() => screen.getByRole('button', { name: '2 new requests' }).click());
    const accept = async (name: string) => (await card(name)).getByRole('button', { name: 'Accept Request' });
    const soup = await accept('Soup');
    act(() => soup.click());
    expect(soup).toHaveAttribute('aria-disabled', 'true');
    const salad = await accept('Salad');
    await user().click(salad);
    expect(salad).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows new requests at once in an empty list', async () => {
    const open: MealRequest[] = [];
    visit('/requests', { as: mia, server: campusWith() });
    await screen.findByText('No requests right now');
    open.push(given.request({ mealDescription: 'Ramen' }));
    fakeServerWith(open);
    await refresh();
    expect(names()).toEqual(['Ramen']);
  });

  it('keeps the place of a request that is past its deadline or taken, and offers it no longer', async () => {
    const [ramen, soup, salad] = ['Ramen', 'Soup', 'Salad'].map((mealDescription, index) =>
      given.request({ mealDescription, deadline: inMinutes(index === 0 ? 1 : 300) }),
    );
    visit('/requests', { as: mia, server: campusWith(ramen!, soup!, salad!) });
    await card('Ramen');
    fakeServerWith([ramen!, salad!]);
    await refresh();
    const texts = () => places('Requests').map(({ textContent }) => textContent.replace('At other campuses', ''));
    expect(texts()[1]).toBe('SoupNo longer open');
    fakeServer().on(contract.requests.browse, () => new Promise(() => undefined));
    await act(() => jest.advanceTimersByTimeAsync(91_000));
    expect(texts().slice(0, 2)).toEqual(['RamenNo longer open', 'SoupNo longer open']);
    expect(names()).toEqual(['Salad']);
  });

  it('sets a request that moves up from the next page below the heading of its campus', async () => {
    const near = (mealDescription: string) =>
      given.request({ mealDescription, requester: { name: 'Grace Hopper', institution: mia.institution } });
    const [soup, salad, far] = [near('Soup'), near('Salad'), given.request({ mealDescription: 'Far' })];
    visit('/requests', { as: mia, server: campusWith(soup, far) });
    await card('Far');
    fakeServerWith([soup, salad, given.request({ mealDescription: 'Farther' })]);
    await refresh();
    const headings = within(screen.getByRole('group', { name: 'Requests' })).getAllByRole('heading');
    expect(headings.map(({ textContent }) => textContent)).toEqual(
      // in the place of 'Far' stands that it is no longer open
      ['Soup', 'At other campuses', 'On your campus', 'Salad', 'At other campuses', 'Farther'],
    );
  });

  it('offers to undo an accept for nine seconds from the press, which releases the match', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    const match = given.match();
    server
      .on(contract.matches.accept, () => created({ match: { ...match, createdAt: new Date().toISOString() } }))
      .on(contract.matches.release, ok({ match: { ...match, status: 'cancelled' }, isUndone: true }));
    visit('/requests', { as: mia, server });
    await user().click((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('You can undo this for a few seconds.')).toHaveAttribute('role', 'status');
    await user().click(screen.getByRole('button', { name: 'Undo' }));
    const takenBack = await screen.findByText('You took this back. Somebody else can help.');
    expect(takenBack).toBeVisible();
    // the toast is heard
    expect(takenBack).not.toHaveAttribute('role');
    expect(server.calls(contract.matches.release).map(({ params }) => params.id)).toEqual([match._id]);

    await user().click((await card('Soup')).getByRole('button', { name: 'Accept Request' }));
    await screen.findByRole('button', { name: 'Undo' });
    await act(() => jest.advanceTimersByTimeAsync(9_300));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.getByText(/You're helping/)).toBeVisible();
  });

  it('counts the seconds of Undo from the press, however late the response comes', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    server.on(contract.matches.accept, async () => {
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      // the clocks differ
      const match = given.match({ createdAt: new Date(Date.now() + 60_000).toISOString() });
      return created({ match });
    });
    visit('/requests', { as: mia, server });
    await user().click((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    await act(() => jest.advanceTimersByTimeAsync(6_100));
    expect(await screen.findByRole('button', { name: 'Undo' })).toHaveTextContent('Undo (3 s)');
    await act(() => jest.advanceTimersByTimeAsync(3_200));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('offers no Undo for what an earlier press, whose response was lost, had accepted before', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    const match = given.match({ createdAt: new Date().toISOString() });
    visit('/requests', { as: mia, server });
    const accept = async () => user().click((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    await card('Ramen');
    server.down();
    await accept();
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    server.down(false);
    server.on(contract.matches.accept, created({ match }));
    await accept();
    expect(await screen.findByText(/You're helping/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('says so when an Undo reaches the server too late', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    const match = given.match({ status: 'cancelled' });
    server.on(contract.matches.release, ok({ match, isUndone: false }));
    visit('/requests', { as: mia, server });
    await user().click((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    await user().click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText("Undo came too late: Grace gets an email that you can't make it.")).toBeVisible();
  });
});
