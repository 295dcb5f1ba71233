import { describe, expect, it, jest } from '@jest/globals';
import { contract, type Match, type MealRequest, type Stats } from '@spareswipe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches, myRequests } from '../../test/given';
import { sentence } from '../../test/sentence';
import { address, visit } from '../../test/visit';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const busy: Stats = { requests: { active: 2, total: 9 }, fulfillments: { total: 7 }, totalCompleted: 11 };

interface Overview {
  stats?: Stats;
  requests?: MealRequest[];
  matches?: Match[];
}

const having = ({ stats = busy, requests = [], matches = [] }: Overview) =>
  fakeServer()
    .on(contract.account.stats, ok({ stats }))
    .on(contract.requests.mine, myRequests(...requests))
    .on(contract.matches.mine, myMatches(...matches));

const noMatch = window.matchMedia;

const mia = given.student({ name: 'Mia Chen', credits: 3 });

describe('the dashboard', () => {
  it('greets by name and shows the four numbers [spec §2.27]', async () => {
    visit('/dashboard', { as: mia, server: having({}) });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/^Welcome, Mia Chen!$/);
    expect(await screen.findByText('Stanford University')).toBeVisible();
    const numbers = await screen.findByRole('list', { name: 'Your numbers' });
    const texts = within(numbers)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts).toEqual([
      '3Meals leftGet more meals',
      '2Active requests',
      '7Meals fulfilled',
      '11Completed exchanges',
    ]);
    expect(screen.queryByText('Getting started')).toBeNull();
  });

  it('tells screen readers of every dispute that begins or ends while it is open', async () => {
    const server = having({});
    visit('/dashboard', { as: mia, server });
    await screen.findByRole('list', { name: 'Your numbers' });
    const one = given.match({ status: 'completed', dispute: given.dispute() });
    const other = given.match({ status: 'completed', dispute: given.dispute() });
    for (const [matches, words] of [
      [[one], 'A meal is disputed.'],
      [[one, other], '2 meals are disputed.'],
      [[], 'No meals are disputed.'],
    ] as const) {
      expect(screen.queryByText(words)).toBeNull();
      server.on(contract.matches.asked, ok({ matches: [...matches] }));
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      expect(await screen.findByText(words)).toHaveAttribute('role', 'status');
    }
  });

  it('tells screen readers of a strike and of a suspension that come while it is open', async () => {
    jest.useFakeTimers();
    const server = having({});
    visit('/dashboard', { as: mia, server });
    await screen.findByRole('list', { name: 'Your numbers' });
    const regions = screen.getAllByRole('status');
    for (const [suspendedUntil, words] of [
      [null, /^You have 1 strike\.$/],
      ['2031-11-30T13:00:00.000Z', /^Your account is suspended until .*\.$/],
    ] as const) {
      const user = { ...mia, strikes: { count: 1, suspendedUntil } };
      server.on(contract.users.me, ok({ user }));
      await act(() => jest.advanceTimersByTimeAsync(21_000));
      expect(regions).toContain(screen.getByText(words));
    }
    jest.useRealTimers();
  });

  it('says of which meal the student and the other side disagree, however many are newer', async () => {
    const request = { ...given.match().request, mealDescription: 'Ramen' };
    const disputed = given.match({ status: 'completed', dispute: given.dispute(), request });
    const server = having({ matches: [given.match()] });
    server.on(contract.matches.asked, ok({ matches: [disputed] }));
    visit('/dashboard', { as: mia, server });
    const notice = await screen.findByRole('note', { name: /^You and Grace Hopper disagree$/ });
    expect(notice).toHaveTextContent('Ramen: the meal is set aside.');
    const link = within(notice).getByRole('link', { name: 'See match' });
    expect(link).toHaveAttribute('href', `/matches?open=${disputed._id}`);
    expect(link).toHaveAccessibleDescription('Ramen');
    expect(screen.getAllByRole('note')).toHaveLength(1);
    // a dispute can wait for two weeks
    const next = screen.getByRole('region', { name: 'Next meal' });
    expect(next.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    link.focus();
    server.on(contract.matches.asked, ok({ matches: [] }));
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
    // not nowhere, when the link that had it is gone
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('leads to creating and to browsing [spec §2.28]', async () => {
    visit('/dashboard', { as: mia, server: having({}) });
    const main = within(await screen.findByRole('main'));
    expect(await main.findByRole('link', { name: 'Create Request' })).toHaveAttribute('href', '/create-request');
    expect(main.getByRole('link', { name: 'Browse Requests' })).toHaveAttribute('href', '/requests');
  });

  it('shows the newest five requests and matches, with ways to all of them [spec §2.29 §4.22 §7.5 §9.4]', async () => {
    const server = having({
      requests: [given.request({ mealDescription: 'Soup', status: 'expired', deadline: inDays(-1) })],
      matches: [
        given.match({ userRole: 'fulfiller' }),
        given.match({ userRole: 'requester', status: 'completed', fulfiller: { name: 'Noah Park' } }),
      ],
    });
    visit('/dashboard', { as: mia, server });
    const requests = within(await screen.findByRole('region', { name: 'Recent requests' }));
    expect(requests.getByText('Soup')).toBeVisible();
    expect(requests.getByText('Expired (Refunded)')).toBeVisible();
    expect(requests.getByRole('link', { name: 'View all requests' })).toHaveAttribute('href', '/my-requests');
    const matches = within(screen.getByRole('region', { name: 'Recent matches' }));
    expect(matches.getByText(sentence('Helping Grace Hopper'))).toBeVisible();
    expect(matches.getByText('Active')).toBeVisible();
    expect(matches.getByText(sentence('Matched with Noah Park'))).toBeVisible();
    await userEvent.click(matches.getByRole('link', { name: 'View all matches' }));
    expect(address()).toBe('/matches');
    for (const route of [contract.requests.mine, contract.matches.mine])
      expect(server.calls(route)[0]?.query).toEqual({ limit: '5' });
  });

  it('shows what the other students of recent matches are known for', async () => {
    const matches = [
      given.match({
        userRole: 'requester',
        fulfiller: { name: 'Noah Park', reputation: { stars: 4.5, meals: 7 } },
      }),
      given.match({ userRole: 'requester', fulfiller: { name: 'Nia New' } }),
    ];
    visit('/dashboard', { as: mia, server: having({ matches }) });
    const recent = within(await screen.findByRole('region', { name: 'Recent matches' }));
    expect(recent.getByText('4.5 of 5 stars, 7 meals shared')).toBeVisible();
    expect(recent.getAllByText(/meals shared/)).toHaveLength(2); // to read and to hear, for Noah only
  });

  it('asks for the accepted matches once, for the next meal and for the badge of the bottom bar', async () => {
    window.matchMedia = (media) => Object.assign(noMatch(media), { matches: true });
    const server = having({ matches: [given.match()] });
    visit('/dashboard', { as: mia, server });
    expect(await screen.findByRole('region', { name: 'Next meal' })).toBeVisible();
    expect(await screen.findByRole('navigation', { name: 'Quick' })).toBeVisible();
    const accepted = server.calls(contract.matches.mine).filter(({ query }) => query.status === 'accepted');
    expect(accepted).toHaveLength(1);
    expect(server.calls(contract.matches.mine)).toHaveLength(2);
    window.matchMedia = noMatch;
  });

  it('marks what is disputed, in both lists', async () => {
    const dispute = given.dispute();
    const { _id, said, noCountsUntil, fulfiller, rating } = given.match();
    const match = { _id, status: 'completed' as const, dispute, said, noCountsUntil, fulfiller, rating };
    const server = having({
      requests: [given.request({ status: 'completed', match })],
      matches: [given.match({ status: 'completed', dispute })],
    });
    visit('/dashboard', { as: mia, server });
    for (const name of ['Recent requests', 'Recent matches']) {
      const list = within(await screen.findByRole('region', { name }));
      for (const text of ['Completed', 'Disputed']) expect(list.getByText(text)).toBeVisible();
    }
  });

  it('helps a student who has neither asked nor helped to get started [spec §2.30]', async () => {
    visit('/dashboard', { as: mia, server: having({ stats: given.stats() }) });
    const tips = within(await screen.findByRole('region', { name: 'Getting started' }));
    expect(tips.getAllByRole('listitem')[0]).toHaveTextContent(/^Ask for a meal\. Create a request:/);
  });

  it('tells a student without any meal first how to earn one', async () => {
    visit('/dashboard', { as: given.student({ credits: 0 }), server: having({ stats: given.stats() }) });
    const tips = within(await screen.findByRole('region', { name: 'Getting started' }));
    expect(tips.getAllByRole('listitem')[0]).toHaveTextContent(
      'Earn your first meal. Browse what others need and accept a request. You earn 1 meal.',
    );
  });

  it('says that it could not load, and tries again [spec §8.16]', async () => {
    const server = having({}).on(contract.account.stats, failure('INTERNAL'));
    visit('/dashboard', { as: mia, server });
    expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Create Request' })).toBeVisible();
    server.on(contract.account.stats, ok({ stats: busy }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Completed exchanges')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

describe('the strike banner', () => {
  const see = (strikes: { count: number; suspendedUntil: string | null }) =>
    visit('/dashboard', { as: given.student({ strikes }), server: having({}) });

  it('warns after one strike [spec §2.27 §4.15]', async () => {
    see({ count: 1, suspendedUntil: null });
    expect(await screen.findByText('You have 1 strike')).toBeVisible();
  });

  const CONTESTED = { contestedAt: inDays(-1), endsAt: inDays(3), isDecided: false };
  it('warns of a suspension unless every strike is contested, and leads to the profile', async () => {
    const strike = {
      _id: given.match()._id,
      createdAt: inDays(-1),
      mealDescription: 'Ramen',
      location: 'Stern',
      deadline: inDays(-2),
      campus: given.request().campus,
      contestableUntil: null,
      contest: null,
    };
    const server = having({});
    visit('/dashboard', { as: given.student({ strikes: { count: 1, suspendedUntil: null } }), server });
    const THREAT = /One more strike and your account is suspended for 7 days/;
    const NO_THREAT = /A contested strike suspends nobody until it is decided/;
    for (const [contests, words, others] of [
      [[null], THREAT, NO_THREAT],
      [[CONTESTED], NO_THREAT, THREAT],
      [
        [CONTESTED, null],
        /A contested strike suspends nobody until it is decided. One more strike and/,
        /You contested/,
      ],
    ] as const) {
      server.on(contract.strikes.mine, ok({ strikes: contests.map((contest) => ({ ...strike, contest })) }));
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      const banner = await screen.findByText(words);
      expect(within(banner).getByRole('link', { name: 'See it in your profile' })).toHaveAttribute('href', '/profile');
      expect(screen.queryByText(others)).toBeNull();
    }
  });

  // an operator may suspend a student without a strike
  it.each([2, 0])('says until when a student with %i strikes is suspended [spec §4.16]', async (count) => {
    see({ count, suspendedUntil: inDays(1) });
    expect(await screen.findByText(/^Your account is suspended until Tomorrow at /)).toBeVisible();
    expect(screen.queryByText(/You have 2 strikes/)).toBeNull();
    expect(screen.queryAllByRole('link', { name: 'See your strikes in your profile' })).toHaveLength(count ? 1 : 0);
  });

  it('is not there for everybody else, nor after a suspension', async () => {
    see({ count: 0, suspendedUntil: inDays(-1) });
    await screen.findByRole('list', { name: 'Your numbers' });
    expect(screen.queryByText(/strike|suspended/)).toBeNull();
  });
});
