import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ACCEPT_MESSAGE, contract, type MealRequest } from '@spareswipe/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { places } from '../../test/cards';
import { failure, fakeServer } from '../../test/fake-server';
import { given } from '../../test/given';
import { sentence } from '../../test/sentence';
import { address, visit } from '../../test/visit';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A server on which these requests are open, until they are accepted. */
function campusWith(...requests: MealRequest[]) {
  const accepted = new Set<unknown>();
  return fakeServer()
    .on(contract.requests.browse, ({ query }) => {
      const open = requests.filter(({ _id }) => !accepted.has(_id));
      const pages = query.search === undefined ? 3 : 1;
      const pagination = given.pagination({ total: open.length, pages, current: Number(query.page), hasNext: true });
      return { status: 200 as const, body: { success: true as const, requests: open, pagination } };
    })
    .on(contract.matches.accept, ({ body }) => {
      accepted.add(body.requestId);
      return { status: 201 as const, body: { success: true as const, match: given.match() } };
    });
}

/** From now on the server has these requests, as the array stands when it is asked. */
function fakeServerWith(open: MealRequest[]) {
  const server = fakeServer().on(contract.users.me, { status: 200, body: { success: true, user: mia } });
  return server.on(contract.requests.browse, () => ({
    status: 200 as const,
    body: { success: true as const, requests: open, pagination: given.pagination({ total: open.length }) },
  }));
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const lastQuery = (server: ReturnType<typeof campusWith>) => server.calls(contract.requests.browse).at(-1)?.query;
const mia = given.student({ name: 'Mia Chen' });

describe('browsing requests', () => {
  it('shows what is wanted, where, by when, for whom and on which campus [spec §2.32]', async () => {
    visit('/requests', {
      as: mia,
      server: campusWith(given.request({ mealDescription: 'Pad thai', deadline: inMinutes(300), urgency: 'low' })),
    });
    const padThai = await card('Pad thai');
    for (const text of ['Lunch', 'Arrillaga Dining', 'Grace Hopper', 'yale', 'Low Priority', 'Flexible timing'])
      expect(padThai.getByText(text)).toBeVisible();
    expect(await padThai.findByText('Yale University')).toHaveAttribute('title', 'yale');
    expect(padThai.getByText(/at \d+:\d\d [AP]M$/)).toBeVisible();
    expect(padThai.queryByText('Urgent')).toBeNull();
  });

  it.each([
    [1, false, '1 request'],
    [9999, false, '9,999 requests'],
    [10_000, true, '10,000+ requests'],
    [2513, true, '2,513+ requests'],
    [1, true, '1+ requests'],
  ])('counts %i open requests, and says so if there may be more (%s): %s', async (total, isTotalCapped, count) => {
    const server = fakeServer().on(contract.requests.browse, {
      status: 200,
      body: { success: true, requests: [given.request()], pagination: given.pagination({ total }), isTotalCapped },
    });
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

  it('accepts once with the fixed offer of help, says so, and reloads the list [spec §2.34 §7.6 §7.11 §8.22]', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    visit('/requests', { as: mia, server });
    await userEvent.dblClick((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('Request accepted! Contact information has been shared via email.')).toBeVisible();
    expect(await screen.findByText(sentence("You're helping Grace Hopper · See match"))).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Ramen' })).toBeNull();
    expect(screen.getByRole('article', { name: 'Soup' })).toBeVisible();
    await waitFor(() => expect(server.calls(contract.requests.browse)).toHaveLength(2));
    const [accept, ...more] = server.calls(contract.matches.accept);
    expect(more).toHaveLength(0);
    expect(accept?.body.message).toBe(ACCEPT_MESSAGE);
    expect(accept?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('asks again under the same key when the first answer got lost', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    const button = await screen.findByRole('button', { name: 'Accept Request' });
    server.on(contract.matches.accept, failure('INTERNAL'));
    await userEvent.click(button);
    await screen.findByText('Something went wrong on our side. Please try again.');
    await userEvent.click(screen.getByRole('button', { name: 'Accept Request' }));
    await waitFor(() => expect(server.calls(contract.matches.accept)).toHaveLength(2));
    const keys = server.calls(contract.matches.accept).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('accepts once, and says so, when the answer got lost on the way [spec §8.22]', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    visit('/requests', { as: mia, server });
    const ramen = await card('Ramen');
    server.loseAnswer(contract.matches.accept);
    await userEvent.click(ramen.getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('Request accepted! Contact information has been shared via email.')).toBeVisible();
    expect(screen.queryByText('Failed to accept request')).toBeNull();
    expect(screen.queryByRole('article', { name: 'Ramen' })).toBeNull();
    const [first, second, ...more] = server.calls(contract.matches.accept);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(second?.body).toEqual(first?.body);
    expect(more).toHaveLength(0);
  });

  it('says that it failed when no response comes [spec §8.23]', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    const button = await screen.findByRole('button', { name: 'Accept Request' });
    server.down();
    await userEvent.click(button);
    expect(await screen.findByText('Failed to accept request')).toBeVisible();
  });

  it('no longer offers a request that was accepted although the response was lost', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    visit('/requests', { as: mia, server });
    const ramen = await card('Ramen');
    server.on(contract.matches.accept, () => {
      server.on(contract.requests.browse, {
        status: 200,
        body: { success: true, requests: [], pagination: given.pagination({ total: 0, pages: 0 }) },
      });
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(ramen.getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('Failed to accept request')).toBeVisible();
    expect(await screen.findByText('No longer open')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept Request' })).toBeNull();
  });

  it('tells that somebody else was first, and no longer offers the request [spec §8.23]', async () => {
    const gone = given.request({ mealDescription: 'Ramen' });
    const server = campusWith(gone);
    visit('/requests', { as: mia, server });
    const ramen = await card('Ramen');
    server.on(contract.matches.accept, failure('REQUEST_NOT_AVAILABLE'));
    server.on(contract.requests.browse, {
      status: 200,
      body: { success: true, requests: [], pagination: given.pagination({ total: 0, pages: 0 }) },
    });
    await userEvent.click(ramen.getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('This request is no longer available')).toBeVisible();
    expect(await screen.findByText('No longer open')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept Request' })).toBeNull();
  });

  it('says at the card too why it could not be accepted, until it can', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    const words = 'You have promised 10 meals. Complete or release one first.';
    visit('/requests', { as: mia, server });
    const accept = async (name: string) => (await card(name)).findByRole('button', { name: 'Accept Request' });
    const ramen = await accept('Ramen');
    server.on(contract.matches.accept, failure('TOO_MANY_OPEN_MATCHES', { message: words }));
    await userEvent.click(ramen);
    expect(within(await screen.findByRole('alert')).getByText(words)).toBeVisible();
    expect(await (await card('Ramen')).findByText(words)).toBeVisible();
    expect(await accept('Ramen')).toHaveAccessibleDescription(`Ramen ${words}`);
    expect(await accept('Soup')).toHaveAccessibleDescription('Soup');
    server.on(contract.matches.accept, { status: 201, body: { success: true, match: given.match() } });
    await userEvent.click(await accept('Ramen'));
    expect(await screen.findByText('Request accepted! Contact information has been shared via email.')).toBeVisible();
    expect(screen.queryByText(words, { selector: '[id]' })).toBeNull();
    expect(screen.getByText(/You're helping/)).toBeVisible();
  });

  it('shows that the student released a request before, and offers no second try', async () => {
    visit('/requests', { as: mia, server: campusWith(given.request({ mealDescription: 'Ramen', isReleased: true })) });
    const ramen = await card('Ramen');
    expect(ramen.getByText('You let this one go. Somebody else can help.')).toBeVisible();
    expect(ramen.queryByRole('button', { name: /^Accept/ })).toBeNull();
  });

  it('marks an own request, which cannot be accepted', async () => {
    visit('/requests', { as: mia, server: campusWith(given.request({ mealDescription: 'Mine', isOwn: true })) });
    const mine = await card('Mine');
    expect(mine.getByText('Your request')).toBeVisible();
    expect(mine.queryByRole('button', { name: /^Accept/ })).toBeNull();
  });

  it('keeps every card in its place while an accept is on its way, and the focus at the pressed one after it', async () => {
    let answer = () => {};
    const pressed = new Promise<void>((resolve) => (answer = resolve));
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    visit('/requests', { as: mia, server });
    const button = (await card('Ramen')).getByRole('button', { name: 'Accept Request' });
    const [first] = places('Requests');
    server.on(contract.matches.accept, async () => {
      await pressed;
      return { status: 201 as const, body: { success: true as const, match: given.match() } };
    });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(screen.getByRole('article', { name: 'Ramen' })).toBeVisible();
    answer();
    expect(await screen.findByText(/^Request accepted!/)).toBeVisible();
    expect(places('Requests')[0]).toBe(first);
    expect(within(first!).getByRole('link', { name: 'See match' })).toHaveAttribute('href', '/matches');
    expect(first).toHaveFocus();
  });

  it('keeps the accepted request on the screen when it was the last one', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    visit('/requests', { as: mia, server });
    await userEvent.click((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('0 requests')).toBeVisible();
    expect(screen.getByText(/You're helping/)).toBeVisible();
    expect(screen.queryByText('No requests right now')).toBeNull();
  });

  it('puts the request back in its place when it could not be accepted', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    visit('/requests', { as: mia, server });
    const button = (await card('Ramen')).getByRole('button', { name: 'Accept Request' });
    server.on(contract.matches.accept, failure('BUSY'));
    await userEvent.click(button);
    expect(await screen.findByText('We are very busy right now. Please try again in a moment.')).toBeVisible();
    await card('Ramen');
    expect(screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent)).toEqual([
      'Ramen',
      'Soup',
    ]);
  });
});

describe('a suspended student', () => {
  const suspended = () => given.student({ strikes: { count: 2, suspendedUntil: inMinutes(5000) } });

  it('sees until when, and every way to accept says why it is barred [spec §4.16]', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    visit('/requests', { as: suspended(), server });
    expect(await screen.findByText(/^Your account is suspended until .+ at /)).toBeVisible();
    const button = (await card('Ramen')).getByRole('button', { name: 'Accept Request' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/^Ramen You are suspended until .+ at /);
    await userEvent.click(button);
    expect(within(await screen.findByRole('alert')).getByText(/^You are suspended until/)).toBeVisible();
    expect(server.calls(contract.matches.accept)).toHaveLength(0);
  });

  it('whose screen does not know it yet is told by the server, and from then on by the screen', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    const button = await screen.findByRole('button', { name: 'Accept Request' });
    const words = { message: 'Suspended until Friday', suspendedUntil: inMinutes(5000) };
    server.on(contract.matches.accept, failure('ACCOUNT_SUSPENDED', words));
    server.on(contract.users.me, { status: 200, body: { success: true, user: suspended() } });
    await userEvent.click(button);
    expect(within(await screen.findByRole('alert')).getByText('Suspended until Friday')).toBeVisible();
    expect(await screen.findByText(/^Your account is suspended until /)).toBeVisible();
  });

  it('may accept again as soon as the suspension is over', async () => {
    const strikes = { count: 2, suspendedUntil: inMinutes(-1) };
    visit('/requests', { as: given.student({ strikes }), server: campusWith(given.request()) });
    expect(await screen.findByRole('button', { name: 'Accept Request' })).not.toHaveAttribute('aria-disabled');
  });
});

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

  it('search when the typing pauses, once', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'pad  thai ');
    await waitFor(() => expect(lastQuery(server)?.search).toBe('pad  thai'));
    const searches = server.calls(contract.requests.browse).filter(({ query }) => query.search !== undefined);
    expect(searches).toHaveLength(1);
    expect(screen.getByRole('searchbox')).toHaveValue('pad  thai ');
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

  it('can be cleared when they find nothing', async () => {
    const server = campusWith();
    visit('/requests?search=zzz&campus=mine', { as: mia, server });
    expect(await screen.findByText('No requests found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all requests' }));
    expect(address()).toBe('/requests');
    expect(await screen.findByText('No requests right now')).toBeVisible();
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
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 3000 });
    expect(await screen.findByText('Failed to load requests')).toBeVisible();
    browse.on(contract.requests.browse, {
      status: 200,
      body: { success: true, requests: [given.request({ mealDescription: 'Ramen' })], pagination: given.pagination() },
    });
    await userEvent.click(retry);
    expect(await screen.findByRole('article', { name: 'Ramen' })).toBeVisible();
  });
});

describe('while the screen stays open', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const names = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
  const refresh = () => act(() => jest.advanceTimersByTimeAsync(21_000));
  const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

  it('lets new requests wait behind a button that says how many, and shows them first when it is pressed', async () => {
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
    expect(screen.getByRole('group', { name: 'Requests' })).toHaveFocus();
  });

  it('shows what comes at once where nothing was', async () => {
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
    const texts = () => places('Requests').map(({ textContent }) => textContent);
    expect(texts()[1]).toBe('No longer open');
    fakeServer().on(contract.requests.browse, () => new Promise(() => undefined));
    await act(() => jest.advanceTimersByTimeAsync(91_000));
    expect(texts().slice(0, 2)).toEqual(['No longer open', 'No longer open']);
    expect(names()).toEqual(['Salad']);
  });

  it('offers to undo an accept for ten seconds, which releases the match', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    const match = given.match();
    server
      .on(contract.matches.accept, { status: 201, body: { success: true, match } })
      .on(contract.matches.release, { status: 200, body: { success: true, match: { ...match, status: 'cancelled' } } });
    visit('/requests', { as: mia, server });
    await user().click((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('You can undo this for 10 seconds.')).toHaveAttribute('role', 'status');
    await user().click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('You took this back. Somebody else can help.')).toBeVisible();
    expect(server.calls(contract.matches.release).map(({ params }) => params.id)).toEqual([match._id]);

    await user().click((await card('Soup')).getByRole('button', { name: 'Accept Request' }));
    await screen.findByRole('button', { name: 'Undo' });
    await act(() => jest.advanceTimersByTimeAsync(10_500));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.getByText(/You're helping/)).toBeVisible();
  });
});
