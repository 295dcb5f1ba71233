import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type MealRequest, type RequestCounts } from '@spareswipe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { places } from '../../test/cards';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myRequests } from '../../test/given';
import { sentence } from '../../test/sentence';
import { address, visit } from '../../test/visit';

const mia = given.student({ name: 'Mia Chen', credits: 1 });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const match = (fields: Partial<NonNullable<MealRequest['match']>> = {}): MealRequest['match'] => ({
  _id: '01940000-0000-7000-8000-00000000abcd',
  status: 'accepted',
  dispute: null,
  said: { requester: false, fulfiller: false },
  noCountsUntil: inHours(78),
  fulfiller: { name: 'Noah Park' },
  rating: { requesterRating: null, fulfillerRating: null },
  ...fields,
});

const counts: RequestCounts = { all: 15, active: 5, matched: 4, completed: 3, cancelled: 2, expired: 1 };

/** A server that has these requests for the student. */
const having = (...requests: MealRequest[]) =>
  fakeServer()
    .on(contract.requests.mine, ({ query }) => {
      const found = requests.filter(({ status }) => query.status === undefined || status === query.status);
      const pagination = given.pagination({
        current: Number(query.page),
        total: found.length,
        pages: found.length ? 2 : 0,
        hasNext: query.page === '1',
        hasPrev: query.page === '2',
      });
      return ok({ requests: found, pagination, counts });
    })
    .on(contract.requests.one, ({ params }) => {
      const request = requests.find(({ _id }) => _id === params.id)!;
      return ok({ request });
    });

const own = (fields: Partial<MealRequest>) => given.request({ isOwn: true, ...fields });
const card = async (name: string) => within(await screen.findByRole('article', { name }));

describe('my requests', () => {
  it('shows each request with all that was asked for [spec §2.37 §2.40]', async () => {
    const request = own({
      mealDescription: 'Pad thai',
      description: 'No peanuts',
      urgency: 'high',
      deadline: inHours(1),
    });
    visit('/my-requests', { as: mia, server: having(request) });
    expect(await screen.findByRole('heading', { level: 1, name: 'My Meal Exchange Requests' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'New Request' })).toHaveAttribute('href', '/create-request');
    const padThai = await card('Pad thai');
    const texts = ['Lunch', 'Active', 'High Priority', 'Urgent', 'Arrillaga Dining', 'No peanuts', 'Flexible timing'];
    for (const text of texts) expect(padThai.getByText(text)).toBeVisible();
    for (const label of ['Deadline', 'Created']) expect(padThai.getByText(label)).toBeVisible();
    expect(padThai.queryByText('Expired')).toBeNull();
  });

  it('says of a disputed request what each said, where the meal is, and until when, and of a decided one who got the meal', async () => {
    const rating = { requesterRating: { score: null, followedThrough: false }, fulfillerRating: null };
    const disputed = match({ status: 'completed', dispute: given.dispute({ endsAt: inHours(24) }), rating });
    const decided = match({ status: 'completed', dispute: given.dispute({ awardedTo: 'requester' }), rating });
    const requests = [
      own({ mealDescription: 'Waffles', status: 'completed', match: disputed }),
      own({ mealDescription: 'Soup', status: 'completed', match: decided }),
      own({ mealDescription: 'Ramen', status: 'completed', match: match({ status: 'completed' }) }),
    ];
    visit('/my-requests', { as: mia, server: having(...requests) });
    const waffles = await card('Waffles');
    for (const text of [
      'Completed',
      'Disputed',
      'You and Noah Park disagree',
      'You said that this did not happen. Noah Park said that it did.',
      'You rated this match',
    ])
      expect(waffles.getByText(sentence(text))).toBeVisible();
    expect(waffles.getByText(/^The meal is set aside\. If nobody decides by Tomorrow at /)).toBeVisible();
    const soup = await card('Soup');
    expect(soup.getByText('Dispute decided: the meal is yours')).toBeVisible();
    expect(soup.getByText(/^A dispute is decided only once, so this is final\./)).toBeVisible();
    expect(soup.queryByText('Disputed')).toBeNull();
    expect((await card('Ramen')).queryByText(/disputed|disagree/i)).toBeNull();
  });

  it('says of a cancelled or expired request that the meal came back [spec §2.41]', async () => {
    const expired = own({ mealDescription: 'Soup', status: 'expired', deadline: inHours(-5), isFlexible: false });
    const cancelled = own({ mealDescription: 'Waffles', status: 'cancelled' });
    visit('/my-requests', { as: mia, server: having(expired, cancelled) });
    expect((await card('Waffles')).getByText('Your meal came back to you.')).toBeVisible();
    const soup = await card('Soup');
    for (const text of ['Expired (Refunded)', 'Expired', 'Meal Refunded']) expect(soup.getByText(text)).toBeVisible();
    expect(
      soup.getByText(/automatically refunded because nobody fulfilled this request by the deadline/),
    ).toBeVisible();
    for (const text of ['Deadline', 'Flexible timing', 'Urgent']) expect(soup.queryByText(text)).toBeNull();
    expect(soup.queryByRole('button')).toBeNull();
  });

  it('says who fulfills a matched request, and leads to messages and to one rating [spec §2.42 §2.43 §2.45]', async () => {
    const rating = { requesterRating: { score: 4, followedThrough: true }, fulfillerRating: null };
    const rated = own({ mealDescription: 'Soup', status: 'completed', match: match({ status: 'completed', rating }) });
    const matched = own({ mealDescription: 'Ramen', status: 'matched', match: match() });
    visit('/my-requests', { as: mia, server: having(matched, rated) });
    const soup = await card('Soup');
    expect(soup.getByText('You rated this match')).toBeVisible();
    expect(soup.queryByRole('button', { name: 'Rate Experience' })).toBeNull();
    const ramen = await card('Ramen');
    expect(ramen.getByText(sentence('Matched with Noah Park'))).toBeVisible();
    expect(ramen.getByText(/contact information was sent to your email/i)).toBeVisible();
    expect(ramen.getByRole('link', { name: 'Message' })).toHaveAttribute('href', '/messages');
    // to the contact, also if the screen was open before somebody accepted
    expect(ramen.getByRole('link', { name: 'See match' })).toHaveAttribute(
      'href',
      expect.stringContaining('/matches?open='),
    );
    // no other link of the screen has that word, nor that of a rated match
    expect(screen.getAllByRole('link', { name: /message/i })).toHaveLength(1);
    expect(ramen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    const rate = ramen.getByRole('button', { name: 'Rate Experience' });
    expect(rate).toHaveAccessibleDescription('Ramen');
    await userEvent.click(rate);
    const dialog = await screen.findByRole('dialog', { name: 'Rate Your Experience' });
    await waitFor(() => expect(dialog).toBeVisible());
  });

  it('counts the requests of all pages on its tabs, and those of the loaded page in a summary [spec §2.38 §2.48]', async () => {
    const page = [own({}), own({}), own({ status: 'cancelled' }), own({ status: 'expired' })];
    visit('/my-requests', { as: mia, server: having(...page) });
    const summary = await screen.findByRole('region', { name: 'Request Summary' });
    expect(within(summary).getByText('On this page')).toBeVisible();
    expect(summary).toHaveTextContent('Active2Matched0Completed0Cancelled1Expired (Refunded)1');
    const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    const labels = ['All 15', 'Active 5', 'Matched 4', 'Completed 3', 'Cancelled 2', 'Expired (Refunded) 1'];
    expect(tabs).toEqual(labels);
  });
});

describe('cancelling', () => {
  const soup = own({ mealDescription: 'Soup' });

  async function cancel(answer: 'Yes, cancel request' | 'Keep request') {
    await userEvent.click((await card('Soup')).getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog');
    const question = within(dialog).getByText('Are you sure you want to cancel this request?');
    await waitFor(() => expect(question).toBeVisible());
    expect(within(dialog).getByText('Your meal comes back to you at once.')).toBeVisible();
    expect(dialog).toHaveTextContent(/Soup · \w+, .+ at \d+:\d\d [AP]M/);
    await userEvent.click(within(dialog).getByRole('button', { name: answer }));
  }

  it('asks first, then cancels once, also after a lost response, returns the meal and reloads the list [spec §2.44 §5.16 §8.28]', async () => {
    const server = having(soup);
    server.on(contract.requests.cancel, ({ params }) => {
      expect(params.id).toBe(soup._id);
      const after = { ...mia, credits: 2 };
      server.on(contract.users.me, ok({ user: after }));
      server.on(
        contract.requests.mine,
        ok({
          requests: [{ ...soup, status: 'cancelled' }],
          pagination: given.pagination(),
          counts: { ...counts, active: 4, cancelled: 3 },
        }),
      );
      return ok({ message: 'Done', creditsRemaining: 2 });
    });
    visit('/my-requests', { as: mia, server });
    await cancel('Keep request');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(contract.requests.cancel)).toHaveLength(0);
    server.loseAnswer(contract.requests.cancel);
    await cancel('Yes, cancel request');
    expect(await screen.findByText('Request cancelled successfully')).toBeVisible();
    expect(screen.queryByText('Failed to cancel request')).toBeNull();
    const keys = server.calls(contract.requests.cancel).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    expect(await (await card('Soup')).findByText('Cancelled')).toBeVisible();
    expect(await screen.findByRole('link', { name: '2 Meals' })).toBeVisible();
  });

  it('shows the server’s reason, and the match, if somebody has just accepted it [spec §8.29]', async () => {
    const server = having(soup);
    server.on(contract.requests.cancel, () => {
      server.on(contract.requests.mine, myRequests({ ...soup, status: 'matched', match: match() }));
      return failure('REQUEST_NOT_ACTIVE');
    });
    visit('/my-requests', { as: mia, server });
    await cancel('Yes, cancel request');
    expect(await screen.findByText('Only active requests can be cancelled')).toBeVisible();
    expect(await (await card('Soup')).findByRole('button', { name: "I can't make it" })).toBeVisible();
  });

  it('keeps it in its place until the server has decided, and the focus at it', async () => {
    const server = having(soup);
    let answer = () => {};
    const pressed = new Promise<void>((resolve) => (answer = resolve));
    server.on(contract.requests.cancel, async () => {
      await pressed;
      return failure('BUSY');
    });
    visit('/my-requests', { as: mia, server });
    await cancel('Yes, cancel request');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const button = (await card('Soup')).getByRole('button', { name: 'Cancel' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveFocus();
    answer();
    expect(await screen.findByText('We are very busy right now. Please try again in a moment.')).toBeVisible();
    expect((await card('Soup')).getByText('Active')).toBeVisible();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(screen.getByRole('tab', { name: 'Active 5' })).toBeVisible();
  });

  it.each(['/my-requests', '/my-requests?status=active'])('is announced on %s when it expires', async (path) => {
    const words = 'Soup has expired, and your meal came back.';
    const mine = { ...soup };
    visit(path, { as: mia, server: having(mine, own({ mealDescription: 'Ramen' })) });
    await card('Soup');
    expect(screen.queryByText(words)).toBeNull();
    mine.status = 'expired';
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await screen.findByText(words)).toHaveAttribute('role', 'status');
    // the active ones have it no longer
    if (path.endsWith('active')) expect(screen.getByText('Expired. Your meal came back.')).toBeVisible();
  });

  it('is not said to expire when somebody accepts it', async () => {
    const mine = { ...soup };
    const server = having(mine, own({ mealDescription: 'Ramen' }));
    visit('/my-requests?status=active', { as: mia, server });
    await card('Soup');
    mine.status = 'matched';
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(server.calls(contract.requests.one)).toHaveLength(1));
    expect(await screen.findByText('No longer active')).toBeVisible();
    expect(screen.queryByText(/Soup has/)).toBeNull();
  });

  it('shows it as cancelled in its place on the tab of active requests, also as the last one', async () => {
    const mine = { ...soup };
    const server = having(mine);
    server.on(contract.requests.cancel, () => {
      mine.status = 'cancelled';
      return ok({ message: 'Done', creditsRemaining: 2 });
    });
    visit('/my-requests?status=active', { as: mia, server });
    await cancel('Yes, cancel request');
    expect(await screen.findByText('Request cancelled successfully')).toBeVisible();
    const kept = await card('Soup');
    expect(await kept.findByText('Cancelled')).toBeVisible();
    expect(kept.queryByRole('button')).toBeNull();
    expect(screen.queryByText('No active requests')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(places('Requests')[0]).toHaveFocus();
  });

  it('says that it failed when no response comes [spec §8.29]', async () => {
    const server = having(soup);
    visit('/my-requests', { as: mia, server });
    await card('Soup');
    server.down();
    await cancel('Yes, cancel request');
    expect(await screen.findByText('Failed to cancel request')).toBeVisible();
  });
});

describe('the tabs', () => {
  it('start at page 1 and are kept in the address [spec §2.39 §2.47]', async () => {
    const server = having(own({}), own({ status: 'completed', mealDescription: 'Soup' }));
    visit('/my-requests?page=2', { as: mia, server });
    expect(await screen.findByText('Page 2 of 2')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: /^Completed/ }));
    expect(address()).toBe('/my-requests?status=completed');
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
    expect(server.calls(contract.requests.mine).at(-1)?.query).toEqual({ page: '1', limit: '10', status: 'completed' });
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(address()).toBe('/my-requests?status=completed&page=2');
    act(() => window.history.go(-2));
    await waitFor(() => expect(address()).toBe('/my-requests?page=2'));
    expect(await screen.findByText('Page 2 of 2')).toBeVisible();
  });

  it('keep what they show until the next one is loaded, and add no step to the history when pressed again', async () => {
    visit('/my-requests?status=active', { as: mia, server: having(own({ mealDescription: 'Soup' })) });
    const soup = await screen.findByRole('article', { name: 'Soup' });
    const steps = window.history.length;
    await userEvent.click(screen.getByRole('tab', { name: /^Active/ }));
    expect(window.history).toHaveLength(steps);
    fakeServer().on(contract.requests.mine, () => new Promise(() => undefined));
    await userEvent.click(screen.getByRole('tab', { name: /^Completed/ }));
    await waitFor(() => expect(soup.closest('ul')).toHaveAttribute('aria-busy', 'true'));
    expect(soup).toBeVisible();
  });

  it('say what is missing on each, and how to begin [spec §2.46]', async () => {
    visit('/my-requests', { as: mia, server: having() });
    for (const [tab, title] of [
      [/^All/, 'No requests yet'],
      [/^Active/, 'No active requests'],
      [/^Expired/, 'No expired requests'],
    ] as const) {
      await userEvent.click(await screen.findByRole('tab', { name: tab }));
      expect(await screen.findByRole('heading', { name: title })).toBeVisible();
      const link = screen.getByRole('link', { name: 'Create Your First Request' });
      expect(link).toHaveAttribute('href', '/create-request');
    }
  });

  it('say that the list could not load [spec §8.18]', async () => {
    visit('/my-requests', { as: mia, server: having().on(contract.requests.mine, failure('INTERNAL')) });
    expect(await screen.findByText('Failed to load your requests')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the list refreshes itself', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('when the student comes back to the window, as its focus or visibilitychange tells', async () => {
    const server = having(own({ mealDescription: 'Soup' }));
    visit('/my-requests', { as: mia, server });
    await screen.findByRole('article', { name: 'Soup' });
    for (const [calls, event] of [
      [2, 'focus'],
      [3, 'visibilitychange'],
    ] as const) {
      await act(() => jest.advanceTimersByTimeAsync(1100));
      act(() => void window.dispatchEvent(new Event(event)));
      await waitFor(() => expect(server.calls(contract.requests.mine)).toHaveLength(calls));
    }
  });

  it('every 20 seconds, and keeps what is there while it does or when that fails', async () => {
    const request = own({ mealDescription: 'Soup' });
    const server = having(request);
    visit('/my-requests', { as: mia, server });
    const soup = await screen.findByRole('article', { name: 'Soup' });
    server.on(contract.requests.mine, failure('INTERNAL'));
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    expect(soup).toBeVisible();
    expect(screen.queryByText('Failed to load your requests')).toBeNull();
    const matched = { requests: [{ ...request, status: 'matched' as const, match: match() }], counts };
    server.on(contract.requests.mine, ok({ ...matched, pagination: given.pagination() }));
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    expect(await screen.findByText(sentence('Matched with Noah Park'))).toBeVisible();
  });
});
