import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, FORMER_STUDENT, type Match } from '@spareswipe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { places } from '../../test/cards';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { sentence } from '../../test/sentence';
import { address, visit } from '../../test/visit';

const ada = given.student({ name: 'Ada Lovelace' });
const meal = (mealDescription: string, fields: Partial<Match['request']> = {}) => ({
  ...given.match().request,
  mealDescription,
  ...fields,
});

/** A server with these matches, each of which can be completed or released. */
function matchesOf(...matches: Match[]) {
  const change = (id: string | undefined, status: Match['status']) => {
    const match = matches.find(({ _id }) => _id === id);
    if (!match) throw new Error('No such match');
    match.status = status;
    return ok({ match, isUndone: false });
  };
  const having = (status: Match['status']) => matches.filter((match) => match.status === status).length;
  return fakeServer()
    .on(contract.matches.mine, ({ query }) => {
      const shown = matches.filter(({ status }) => !query.status || status === query.status);
      const pagination = given.pagination({ total: shown.length, pages: shown.length ? 1 : 0 });
      const counts = { all: matches.length, accepted: having('accepted'), completed: having('completed') };
      return ok({ matches: shown, pagination, counts });
    })
    .on(contract.matches.complete, ({ params }) => change(params.id, 'completed'))
    .on(contract.matches.release, ({ params }) => change(params.id, 'cancelled'));
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const button = (name: string) => screen.findByRole('button', { name });
/** Sent twice, under one key. */
function expectRepeated(calls: { headers: Headers }[]) {
  const keys = calls.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
}

describe('the matches of a student', () => {
  it('show what, where, until when, with whom and since when, from the fulfiller’s side, and from the requester’s who helps [spec §2.50 §2.51]', async () => {
    const request = meal('Pad thai', { mealPeriod: 'dinner', location: 'Stern', description: 'No peanuts' });
    const mine = given.match({ userRole: 'requester', fulfiller: { name: 'Ben Okafor' }, request: meal('Ramen') });
    visit('/matches', { as: ada, server: matchesOf(given.match({ request }), mine) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Matches' })).toBeVisible();
    const padThai = await card('Pad thai');
    for (const text of ['Dinner', 'Active', 'You fulfilled', 'Helping Grace Hopper', 'Stern', 'No peanuts'])
      expect(padThai.getByText(sentence(text))).toBeVisible();
    for (const label of ['Deadline', 'Matched'])
      expect(padThai.getByText(label).nextElementSibling).toHaveTextContent(/ at \d+:\d\d [AP]M$/);
    const ramen = await card('Ramen');
    expect(ramen.getByText('You requested')).toBeVisible();
    expect(ramen.getByText(sentence('Matched with Ben Okafor'))).toBeVisible();
  });

  it('tell of each cancelled one what became of it', async () => {
    const cases = [
      ['fulfiller', 'released', 'active', 'You let this one go, so that somebody else could help.'],
      ['fulfiller', 'released', 'expired', 'You let this one go, and the meal went back to Grace Hopper.'],
      // since then called off with somebody else
      ['fulfiller', 'released', 'cancelled', 'You let this one go, so that somebody else could help.'],
      ['fulfiller', 'withdrawn', 'cancelled', 'This match was called off, and the meal went back to Grace Hopper.'],
      ['requester', 'no_show', 'cancelled', 'This match was called off, and your meal came back to you.'],
      ['requester', 'released', 'active', 'Ben Okafor could not make it. Your request is open for others again.'],
      ['requester', 'left', 'matched', 'Ben Okafor could not make it. Somebody else is helping you now.'],
      ['requester', 'released', 'completed', 'Ben Okafor could not make it. Somebody else helped you.'],
      [
        'requester',
        'released',
        'expired',
        'Ben Okafor could not make it. Nobody else stepped in, so your meal came back to you.',
      ],
      ['requester', 'released', 'cancelled', 'Ben Okafor could not make it. Your request was cancelled later.'],
    ] as const;
    const matches = cases.map(([userRole, cancelledBecause, status], place) => {
      const request = meal(`Meal ${place}`, { status });
      return given.match({
        status: 'cancelled',
        cancelledBecause,
        userRole,
        fulfiller: { name: 'Ben Okafor' },
        // the requester of a "No" has rated
        rating: { requesterRating: { score: null, followedThrough: false }, fulfillerRating: null },
        request,
      });
    });
    const left = meal('Left', { status: 'cancelled', requester: { name: FORMER_STUDENT } });
    visit('/matches', { as: ada, server: matchesOf(...matches, given.match({ status: 'cancelled', request: left })) });
    for (const [place, [, , , told]] of cases.entries())
      expect((await card(`Meal ${place}`)).getByText(sentence(told))).toBeVisible();
    const closed = sentence('This match was called off, and the other student has closed their account.');
    expect((await card('Left')).getByText(closed)).toBeVisible();
  });

  it('tell the side that did not follow through, and not the other, who said so', async () => {
    const off = { status: 'cancelled', cancelledBecause: 'no_show' } as const;
    const request = (name: string) => meal(name, { status: 'cancelled' });
    const rating = { requesterRating: null, fulfillerRating: { score: null, followedThrough: false } };
    const server = matchesOf(
      given.match({ ...off, request: request('Theirs') }),
      given.match({ ...off, request: request('Mine'), rating }),
    );
    visit('/matches', { as: ada, server });
    const calledOff = 'This match was called off, and the meal went back to Grace Hopper.';
    const told = sentence(`Grace Hopper said that you did not follow through. ${calledOff}`);
    expect((await card('Theirs')).getByText(told)).toBeVisible();
    expect((await card('Mine')).getByText(sentence(calledOff))).toBeVisible();
  });

  it('keep the place of one that its fulfiller undid in time, of which nothing else is left', async () => {
    const kept = given.match({ request: meal('Kept') });
    const undone = given.match({ userRole: 'requester', request: meal('Undone') });
    visit('/matches', { as: ada, server: matchesOf(undone, kept) });
    await card('Undone');
    matchesOf(kept)
      .on(contract.users.me, ok({ user: ada }))
      .on(contract.matches.one, failure('NOT_FOUND'));
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(places('Matches')[0]).toHaveTextContent(/^Undone ?Taken back: open for others again$/));
    expect(screen.getByRole('article', { name: 'Kept' })).toBeVisible();
  });

  it('offer completing and rating while accepted, rating alone once completed, nothing once cancelled [spec §2.52 §2.53]', async () => {
    const server = matchesOf(
      given.match({ request: meal('Under way') }),
      given.match({ request: meal('Done'), status: 'completed' }),
      given.match({ request: meal('Off'), status: 'cancelled' }),
    );
    visit('/matches', { as: ada, server });
    const names = (within_: Awaited<ReturnType<typeof card>>) =>
      within_
        .queryAllByRole('button')
        .map(({ textContent }) => textContent)
        .filter((name) => name !== 'Report a problem'); // on every card
    expect(names(await card('Under way'))).toEqual([
      'Add to calendar',
      'Mark Complete',
      'Rate Experience',
      'Rate & Report Issues',
      "I can't make it",
    ]);
    expect(names(await card('Done'))).toEqual(['Rate Experience']);
    expect(names(await card('Off'))).toEqual([]);
    expect((await card('Off')).getByText('Cancelled')).toBeVisible();
  });

  it('say of which meal each button is, also of two with the same student', async () => {
    const meeting = { isHere: { mine: false, theirs: false }, isMet: { mine: false, theirs: false } };
    const ramen = given.match({ request: meal('Ramen') });
    const fresh = { createdAt: new Date(Date.now() + 60_000).toISOString(), contact: null };
    visit('/matches', {
      as: ada,
      server: matchesOf(ramen, given.match({ request: meal('Soup') }), given.match({ ...fresh, request: meal('Pho') })),
    });
    const soup = await card('Soup');
    for (const name of ['Text', 'Call', 'Email'])
      expect(soup.getByRole('link', { name: `${name} Grace Hopper` })).toHaveAccessibleDescription('Soup');
    expect(soup.getByRole('button', { name: 'Add to calendar' })).toHaveAccessibleDescription('Soup');
    expect((await card('Pho')).getByRole('button', { name: 'Undo' })).toHaveAccessibleDescription(
      "Pho Undo gives the request back. You can't accept it again.",
    );
    ramen.meeting = meeting;
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await button('Show the meet code')).toHaveAccessibleDescription('Ramen');
  });

  it('ask how it went once they are completed, and completing stands out once the time of the meal has come', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const server = matchesOf(
      given.match({ request: meal('Ahead', { deadline: at(1) }) }),
      given.match({ request: meal('Due', { deadline: at(-1) }) }),
      given.match({ request: meal('Early', { deadline: at(1) }), status: 'completed' }),
    );
    visit('/matches', { as: ada, server });
    const [ahead, due, early] = [await card('Ahead'), await card('Due'), await card('Early')];
    for (const accepted of [ahead, due])
      expect(accepted.getByRole('button', { name: 'Rate Experience' })).toBeVisible();
    for (const accepted of [ahead, due]) expect(accepted.queryByText('How did it go?')).toBeNull();
    expect(early.getByText('How did it go?')).toBeVisible();
    expect(ahead.getByRole('button', { name: 'Mark Complete' })).toHaveAttribute('data-variant', 'light');
    expect(due.getByRole('button', { name: 'Mark Complete' })).toHaveAttribute('data-variant', 'filled');
  });

  it('say that they are rated, and what the other side said [spec §2.54]', async () => {
    const rating = {
      fulfillerRating: { score: 5, followedThrough: true },
      requesterRating: { score: 4, followedThrough: true },
    };
    const server = matchesOf(given.match({ request: meal('Rated'), status: 'completed', rating }));
    visit('/matches', { as: ada, server });
    const rated = await card('Rated');
    expect(rated.getByText('You rated this match')).toBeVisible();
    expect(rated.getByText(sentence('Grace Hopper gave you 4 of 5 stars'))).toBeVisible();
    expect(rated.queryByRole('button', { name: /Rate|Complete/ })).toBeNull();
  });

  it('can be narrowed by tabs that count, kept in the address, which arrow keys, Home and End choose too [spec §2.49]', async () => {
    const server = matchesOf(
      given.match({ request: meal('Under way') }),
      given.match({ request: meal('Done'), status: 'completed' }),
    );
    visit('/matches?status=accepted', { as: ada, server });
    await card('Under way');
    expect(server.calls(contract.matches.mine).at(-1)?.query).toEqual({ status: 'accepted', page: '1' });
    screen.getByRole('tab', { name: 'Active 1' }).focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(address()).toBe('/matches');
    expect(screen.getByRole('tab', { name: 'All 2' })).toHaveFocus();
    await userEvent.click(screen.getByRole('tab', { name: 'Completed 1' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Under way' })).toBeNull());
    expect(address()).toBe('/matches?status=completed');
    expect(screen.getByRole('tab', { name: 'Completed 1' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('tab', { name: 'All 2' })).toHaveAttribute('aria-selected', 'false');
    expect(screen.getByRole('tab', { name: 'Active 1' })).toBeVisible();
    await userEvent.keyboard('{Home}');
    expect(address()).toBe('/matches');
    expect(screen.getByRole('tab', { name: 'All 2' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(address()).toBe('/matches?status=completed');
    expect(screen.getByRole('tab', { name: 'Completed 1' })).toHaveFocus();
  });

  it('say what to do while there are none [spec §2.55]', async () => {
    visit('/matches', { as: ada, server: matchesOf() });
    expect(await screen.findByRole('heading', { name: 'No matches yet' })).toBeVisible();
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByRole('link', { name: 'Browse Requests' })).toHaveAttribute('href', '/requests');
    expect(panel.getByRole('link', { name: 'Create Request' })).toHaveAttribute('href', '/create-request');
  });

  it('say that they could not be loaded, and load when tried again [spec §8.19]', async () => {
    const server = matchesOf(given.match({ request: meal('Pad thai') }));
    server.on(contract.matches.mine, failure('NOT_FOUND'));
    visit('/matches', { as: ada, server });
    expect(await screen.findByText('Failed to load matches')).toBeVisible();
    const repaired = matchesOf(given.match({ request: meal('Pad thai') }));
    repaired.on(contract.users.me, ok({ user: ada }));
    await userEvent.click(await button('Try again'));
    expect(await screen.findByRole('article', { name: 'Pad thai' })).toBeVisible();
  });
});

describe('marking a match complete', () => {
  it('says so, completes it once, also after a lost response, and keeps the focus at its card [spec §4.23 §8.30]', async () => {
    const server = matchesOf(given.match({ request: meal('Pad thai') }));
    visit('/matches', { as: ada, server });
    const complete = await button('Mark Complete');
    server.loseAnswer(contract.matches.complete);
    await userEvent.dblClick(complete);
    expect(await screen.findByText('Match marked as completed!')).toBeVisible();
    expect(screen.queryByText('Failed to complete match')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark Complete' })).toBeNull());
    expect((await card('Pad thai')).getByText('Completed')).toBeVisible();
    expectRepeated(server.calls(contract.matches.complete));
    expect(places('Matches')[0]).toHaveFocus();
  });

  it('keeps it in its place as completed on the tab of active matches, also as the last one', async () => {
    const last = given.match({ request: meal('Pad thai') });
    visit('/matches?status=accepted', { as: ada, server: matchesOf(last) });
    await userEvent.click(await button('Mark Complete'));
    expect(await screen.findByText('Match marked as completed!')).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Active 0' })).toBeVisible();
    const kept = await card('Pad thai');
    expect(kept.getByText('Completed')).toBeVisible();
    expect(kept.queryByRole('button', { name: 'Mark Complete' })).toBeNull();
    expect(screen.queryByText('No matches yet')).toBeNull();
  });

  it('says that it failed, or, on the card, that the word of a new fulfiller alone does not count for this one [spec §8.31]', async () => {
    const server = matchesOf(given.match({ request: meal('Pad thai') }));
    server.on(contract.matches.complete, failure('CONFIRMATION_PENDING'));
    visit('/matches', { as: ada, server });
    await userEvent.click(await button('Mark Complete'));
    const reason = await (await card('Pad thai')).findByText(/This one is yours as soon as its student confirms it/);
    expect(reason).toBeVisible();
    expect(reason.closest('[role=status]')).not.toBeNull(); // announced
    expect(await button('Mark Complete')).toHaveAccessibleDescription(
      /^Pad thai 3 meals that you marked complete wait/,
    );
    expect(screen.queryByText('Failed to complete match')).toBeNull();
    server.down();
    await userEvent.click(await button('Mark Complete'));
    expect(await screen.findByText('Failed to complete match')).toBeVisible();
    server.down(false);
    server.on(contract.matches.complete, failure('MATCH_NOT_ACTIVE'));
    await userEvent.click(await button('Mark Complete'));
    await waitFor(() => expect(server.calls(contract.matches.complete)).toHaveLength(2));
    expect(await screen.findByText('Failed to complete match')).toBeVisible();
  });
});

async function letGo() {
  await userEvent.click(await button("I can't make it"));
  const dialog = within(await screen.findByRole('dialog', { name: "Can't make it?" }));
  await userEvent.click(dialog.getByRole('button', { name: "I can't make it" }));
}

describe('a fulfiller who cannot make it', () => {
  it('is asked first, then releases the match once, and says so, also after a lost response', async () => {
    const server = matchesOf(given.match({ request: meal('Pad thai') }));
    visit('/matches', { as: ada, server });
    await userEvent.click(await button("I can't make it"));
    const dialog = await screen.findByRole('dialog', { name: "Can't make it?" });
    expect(dialog).toHaveAccessibleDescription(/^Pad thai · \w+, .+ at \d+:\d\d [AP]M\s*.+ gets an email/);
    await userEvent.click(await button('Keep this match'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(contract.matches.release)).toHaveLength(0);
    server.loseAnswer(contract.matches.release);
    await letGo();
    expect(await screen.findByText('You are no longer helping with this meal.')).toBeVisible();
    expect(screen.queryByText(/We could not reach/)).toBeNull();
    expect(await (await card('Pad thai')).findByText('Cancelled')).toBeVisible();
    expectRepeated(server.calls(contract.matches.release));
  });

  it('is told in the server’s words that there were too many today, or that it failed when no response comes', async () => {
    const server = matchesOf(given.match());
    const message = 'You have let 10 meals go in 24 hours. Please try again later.';
    server.on(contract.matches.release, failure('TOO_MANY_REQUESTS', { message, retryAfterSeconds: 3600 }));
    visit('/matches', { as: ada, server });
    await letGo();
    expect(await screen.findByText(message)).toBeVisible();
    expect(await button("I can't make it")).not.toHaveAttribute('aria-disabled');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.down();
    await letGo();
    expect(await screen.findByText('We could not reach SpareSwipe. Please check your connection.')).toBeVisible();
  });
});

const TOO_LATE = "It is too late to call this off here. If you can't make it, please call or text Ada.";

describe('a requester who cannot make it', () => {
  const mine = (minutes: number) => {
    const deadline = new Date(Date.now() + minutes * 60_000).toISOString();
    return matchesOf(given.match({ userRole: 'requester', request: { ...meal('Pad thai'), deadline } }));
  };

  it('is asked first, then releases the match', async () => {
    visit('/matches', { as: ada, server: mine(31) });
    await letGo();
    expect(await screen.findByText('This meal is called off, and it came back to you.')).toBeVisible();
  });

  it('can do so until 30 minutes before the deadline, and is told then what to do instead', async () => {
    visit('/matches', { as: ada, server: mine(29) });
    await button('Mark Complete');
    expect(screen.queryByRole('button', { name: "I can't make it" })).toBeNull();
    expect(screen.getByText(sentence(TOO_LATE))).toBeVisible();
  });

  it('is told nothing of the kind once the meal is over', async () => {
    visit('/matches', { as: ada, server: mine(-1) });
    await button('Mark Complete');
    expect(screen.queryByText(/too late/)).toBeNull();
  });
});

describe('a list left open', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('keeps the focus on the card of a match that the other side called off', async () => {
    const match = given.match({ request: meal('Pad thai') });
    visit('/matches', { as: ada, server: matchesOf(match) });
    const calendar = await button('Add to calendar');
    act(() => calendar.focus());
    match.status = 'cancelled';
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    await waitFor(() => expect(calendar).not.toBeInTheDocument());
    expect(places('Matches')[0]).toHaveFocus();
  });

  it('shows on the card of a match that was completed there what the other side says about it', async () => {
    const match = given.match({ request: meal('Pad thai') });
    const answer = () => ok({ match });
    visit('/matches?status=accepted', { as: ada, server: matchesOf(match).on(contract.matches.one, answer) });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(await button('Mark Complete'));
    const padThai = await card('Pad thai');
    expect(await padThai.findByText('Completed')).toBeVisible();
    match.dispute = given.dispute();
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    expect(await padThai.findByRole('note', { name: 'You and Grace Hopper disagree' })).toBeVisible();
  });

  it('offers new matches within 20 seconds', async () => {
    const matches = [given.match({ request: meal('Pad thai') })];
    const server = matchesOf(...matches);
    visit('/matches', { as: ada, server });
    await card('Pad thai');
    const later = matchesOf(
      ...matches,
      given.match({ request: meal('Ramen') }),
      given.match({ request: meal('Soup') }),
    );
    later.on(contract.users.me, ok({ user: ada }));
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    await userEvent
      .setup({ advanceTimers: jest.advanceTimersByTime })
      .click(screen.getByRole('button', { name: '2 new matches' }));
    expect(await card('Ramen')).toBeDefined();
    expect(screen.getByRole('tab', { name: 'All 3' })).toBeVisible();
  });
});
