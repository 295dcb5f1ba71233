import { describe, expect, it, jest } from '@jest/globals';
import { contract, type Match } from '@spareswipe/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, ok } from '../../test/fake-server';
import { given, myMatches } from '../../test/given';
import { sentence } from '../../test/sentence';
import { ada, having, inMinutes, meal, reachGraceAt, refresh, ways } from '../../test/upcoming';
import { visit } from '../../test/visit';

/** What the news of matches say from now on, in order. */
function hear() {
  const words: string[] = [];
  const watch = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByRole('status', { hidden: true }))
      if (/help|called off|have changed/.test(textContent) && words.at(-1) !== textContent) words.push(textContent);
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  return { words, stop: () => watch.disconnect() };
}

describe('the next meal', () => {
  const later = given.match({ request: meal({ deadline: inMinutes(300), requester: { name: 'Later Lee' } }) });
  const next = given.match({ request: meal({ deadline: inMinutes(90.5), location: 'Stern' }) });
  const over = given.match({ request: meal({ deadline: inMinutes(-61), requester: { name: 'Over Olga' } }) });
  const gone = given.match({ request: meal({ deadline: inMinutes(-49 * 60), requester: { name: 'Gone Gary' } }) });

  it('is the first thing on the dashboard, before the question about one that is over: who, where, how long, what, and their contact', async () => {
    visit('/dashboard', { as: ada, server: having(over, later, gone, next) });
    const panel = await screen.findByRole('region', { name: 'Next meal' });
    // read with the screen, so not announced
    expect(screen.queryByText(/is helping with/)).toBeNull();
    expect(panel).toHaveTextContent(/With Grace at Stern, Yale University yale, (Today|Tomorrow) at/);
    expect(panel).toHaveTextContent(/1 h \d+ min left/);
    expect(ways(within(panel))).toEqual(reachGraceAt('Stern'));
    expect(panel).toHaveTextContent('You bring: A veggie burrito bowl');
    const question = within(panel).getByRole('link', { name: sentence('Did you meet Over?') });
    expect(question).toHaveAttribute('href', `/matches?open=${over._id}`);
    expect(within(panel).getByRole('link', { name: 'See match' })).toHaveAttribute('href', `/matches?open=${next._id}`);
    const create = screen.getByRole('heading', { name: 'Create Request' });
    expect(panel.compareDocumentPosition(create)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('stays for half an hour after its deadline, since students are late', async () => {
    visit('/dashboard', {
      as: ada,
      server: having(given.match({ request: meal({ deadline: inMinutes(-29) }) }), later),
    });
    const panel = await screen.findByRole('region', { name: 'Next meal' });
    expect(panel).toHaveTextContent('With Grace');
    expect(panel).toHaveTextContent('Time is over');
  });

  it('is the one that is about to begin, not one that was due half an hour ago, and names who brings it', async () => {
    const past = given.match({ request: meal({ deadline: inMinutes(-31) }) });
    const soon = given.match({
      userRole: 'requester',
      fulfiller: { name: 'Ben Brings' },
      request: meal({ deadline: inMinutes(12) }),
    });
    visit('/dashboard', { as: ada, server: having(past, soon) });
    const panel = await screen.findByRole('region', { name: 'Next meal' });
    expect(panel).toHaveTextContent('With Ben');
    expect(panel).toHaveTextContent('Ben brings: A veggie burrito bowl');
  });

  it('keeps the focus when that half hour ends', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    visit('/dashboard', { as: ada, server: having(given.match({ request: meal({ deadline: inMinutes(-29.9) }) })) });
    within(await screen.findByRole('region', { name: 'Next meal' }))
      .getByRole('link', { name: 'See match' })
      .focus();
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    jest.useRealTimers();
    expect(screen.getByRole('region', { name: /^Did you meet Grace ?\?$/ })).toHaveFocus();
  });

  it('asks whether a meal took place that is over, and completes it with one press', async () => {
    const over = given.match({ request: meal({ deadline: inMinutes(-61) }) });
    const server = having(over).on(contract.matches.complete, () => {
      over.status = 'completed';
      over.contact = null;
      return ok({ match: over });
    });
    visit('/dashboard', { as: ada, server });
    const region = await screen.findByRole('region', { name: /^Did you meet Grace ?\?$/ });
    expect(region).toHaveTextContent('A veggie burrito bowl at Arrillaga Dining');
    const panel = within(region);
    expect(panel.queryByText(/meet code/)).toBeNull();
    expect(panel.getByRole('link', { name: 'See match' })).toHaveAttribute('href', `/matches?open=${over._id}`);
    expect(screen.queryByText('Next meal')).toBeNull();
    await userEvent.click(panel.getByRole('button', { name: 'We did not meet' }));
    expect(await screen.findByRole('radio', { name: 'No' })).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(panel.getByRole('button', { name: 'Mark Complete' }));
    expect(await screen.findByText('Match marked as completed!')).toBeVisible();
    expect(server.calls(contract.matches.complete).map(({ params }) => params)).toEqual([{ id: over._id }]);
    await waitFor(() => expect(screen.queryByText(/^Did you meet/)).toBeNull());
  });

  it('is announced when it comes and goes while a screen is open', async () => {
    const matches: Match[] = [];
    const server = having().on(contract.matches.mine, () => myMatches(...matches));
    visit('/my-requests', { as: ada, server });
    await screen.findByRole('tablist', { name: /by status/ });
    const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const mine = given.match({ userRole: 'requester', fulfiller: { name: 'Ben Brings' } });
    matches.push(mine);
    refresh();
    await waitFor(() =>
      expect(spoken()).toContainEqual(expect.stringMatching(/^Ben is helping with your meal .+ at \d+:\d\d [AP]M\.$/)),
    );
    server.on(contract.matches.one, ok({ match: { ...mine, status: 'cancelled', cancelledBecause: 'released' } }));
    matches.pop();
    refresh();
    await waitFor(() =>
      expect(spoken()).toContainEqual(expect.stringMatching(/^Ben can no longer help with your meal .+ at /)),
    );
  });

  it.each(['/dashboard', '/matches'])(
    'and others are announced on %s at once, many in one sentence, and what the list lacks as well',
    async (path) => {
      const mine = () =>
        given.match({
          userRole: 'requester',
          fulfiller: { name: 'Ben Brings' },
          request: meal({ deadline: inMinutes(300) }),
        });
      const matches = [next, later];
      const server = having()
        .on(contract.matches.mine, () => myMatches(...matches))
        .on(contract.matches.one, ({ params }) => {
          const match = [next, later].find(({ _id }) => _id === params.id)!;
          const request = meal({ status: 'cancelled' });
          const ended: Match = { ...match, status: 'cancelled', request };
          return ok({ match: ended });
        });
      visit(path, { as: ada, server });
      await screen.findByText(/^Next meal/);
      const heard = hear();
      matches.push(mine(), mine());
      refresh();
      await waitFor(() =>
        expect(heard.words).toEqual([
          expect.stringMatching(
            /^Ben is helping with your meal to\w+ at .+\. Ben is helping with your meal to\w+ at .+\.$/,
          ),
        ]),
      );
      matches.splice(1, 1);
      refresh();
      await waitFor(() =>
        expect(heard.words.slice(1)).toEqual([expect.stringMatching(/^Your meal with .+ was called off\.$/)]),
      );
      matches.splice(0, 1, ...Array.from({ length: 9 }, mine));
      refresh();
      await waitFor(() => expect(heard.words.slice(2)).toEqual(['10 of your meals have changed.']));
      heard.stop();
    },
  );

  it('says nothing of what the student ended there, and shows it so, also when an older list comes after it', async () => {
    const mine = given.match({ userRole: 'requester', fulfiller: { name: 'Ben Brings' } });
    const cancelled = { ...mine, status: 'cancelled', cancelledBecause: 'withdrawn', contact: null } as const;
    const matches = [mine];
    const server = having()
      .on(contract.matches.mine, () => myMatches(...matches))
      .on(contract.matches.release, ok({ match: cancelled, isUndone: false }));
    visit('/matches', { as: ada, server });
    const line = (await screen.findByText('Next meal:')).closest('div')!;
    const heard = hear();
    await userEvent.click(await screen.findByRole('button', { name: "I can't make it" }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: "I can't make it" }));
    await waitFor(() => expect(line).toHaveTextContent('Your meal with Ben is no longer active'));
    // the server of this test has it as accepted, as a list that was on its way; another match shows that it has come
    matches.push(later);
    refresh();
    expect(await screen.findByRole('button', { name: '1 new match' })).toBeVisible();
    // and gone once more
    matches.shift();
    server.on(contract.matches.one, ok({ match: cancelled }));
    refresh();
    await waitFor(() => expect(server.calls(contract.matches.one)).not.toHaveLength(0));
    expect(line).toHaveTextContent('Your meal with Ben is no longer active');
    expect(heard.words).toEqual([]);
    heard.stop();
  });

  it('that is taken back in time leaves nothing at the requester, and is announced only after that time', async () => {
    const matches: Match[] = [];
    const server = having().on(contract.matches.mine, () => myMatches(...matches));
    visit('/dashboard', { as: ada, server });
    await screen.findByRole('list', { name: 'Your numbers' });
    const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const mine = given.match({ userRole: 'requester', fulfiller: { name: 'Ben Brings' }, contact: null });
    matches.push(mine);
    refresh();
    await screen.findByRole('region', { name: 'Next meal' });
    expect(spoken().join()).not.toContain('Ben');
    server.on(contract.matches.one, failure('NOT_FOUND'));
    matches.pop();
    refresh();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Next meal' })).toBeNull());
    expect(screen.queryByText(/no longer active/)).toBeNull();
  });

  it('is announced as soon as it cannot be taken back, also when another meal comes first', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const fresh = given.match({
      userRole: 'requester',
      fulfiller: { name: 'Ben Brings' },
      request: meal({ deadline: inMinutes(400) }),
      createdAt: new Date(Date.now() - 9000).toISOString(),
      contact: null,
    });
    const heard = hear();
    visit('/my-requests', { as: ada, server: having(next, fresh) });
    await screen.findByText(sentence('Next meal: with Grace'));
    fresh.contact = next.contact;
    await act(() => jest.advanceTimersByTimeAsync(3000));
    jest.useRealTimers();
    expect(heard.words.join()).toMatch(/^Ben is helping with your meal/);
    heard.stop();
  });

  it('takes no room on a dashboard without one', async () => {
    visit('/dashboard', { as: ada, server: having(gone, given.match({ status: 'completed', contact: null })) });
    await screen.findByRole('list', { name: 'Your numbers' });
    expect(screen.queryByText('Next meal')).toBeNull();
  });

  it.each(['/matches', '/my-requests'])('is one line above the tabs of %s, although another is over', async (path) => {
    visit(path, { as: ada, server: having(over, later, next) });
    const line = (await screen.findByText('Next meal:')).closest('div')!;
    expect(line).toHaveTextContent(/^Next meal: with Grace, in 1 h \d+ min at Stern/);
    expect(within(line).getByRole('link', { name: /^Next meal/ })).toHaveAttribute('href', `/matches?open=${next._id}`);
    expect(ways(within(line))).toEqual(reachGraceAt('Stern'));
    expect(screen.queryByText(/^Did you meet/)).toBeNull();
    expect(line.compareDocumentPosition(await screen.findByRole('tablist'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('asks above the tabs too whether a meal that is over took place', async () => {
    const over = given.match({ request: meal({ deadline: inMinutes(-61) }) });
    visit('/my-requests', { as: ada, server: having(over) });
    const question = await screen.findByRole('link', { name: /^Did you meet Grace ?\?$/ });
    expect(question).toHaveAttribute('href', `/matches?open=${over._id}`);
  });

  it('keeps the list where it is when it is completed', async () => {
    const only = given.match();
    const server = having(only).on(contract.matches.complete, () => {
      only.status = 'completed';
      only.contact = null;
      return ok({ match: only });
    });
    visit('/matches', { as: ada, server });
    const room = (await screen.findByText('Next meal:')).closest('div')!;
    await userEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    await waitFor(() => expect(screen.queryByText('Next meal:')).toBeNull());
    expect(room).toBeInTheDocument();
  });

  it('is one press away from /messages, as is every other match with a contact', async () => {
    const fresh = given.match({ contact: null, createdAt: new Date().toISOString() });
    visit('/messages', { as: ada, server: having(later, next, gone, fresh) });
    await screen.findByRole('link', { name: /^Contact\s+Grace Hopper$/ });
    const links = screen.getAllByRole('link', { name: /^Contact/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [next, later].map(({ _id }) => `/matches?open=${_id}`),
    );
  });

  it('completed by the other side tells the fulfiller what is known', async () => {
    const match = given.match();
    const server = having(match).on(contract.matches.one, () => ok({ match }));
    visit('/dashboard', { as: ada, server });
    await screen.findByRole('region', { name: 'Next meal' });
    match.status = 'completed';
    match.contact = null;
    match.said = { requester: true, fulfiller: false };
    const seen = new Set<string>();
    const watch = new MutationObserver(() => seen.add(document.body.textContent));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    refresh();
    // in its place on the dashboard
    expect(await screen.findByRole('region', { name: /^Your meal with .* is complete$/ })).toBeVisible();
    expect(await screen.findByText(sentence('You fed Grace'))).toBeVisible();
    watch.disconnect();
    expect([...seen].join()).not.toContain('no longer active');
  });

  it('offers Undo for an accept that has just begun, also where it takes the place of one that no longer has it', async () => {
    const earlier = given.match({ contact: null, createdAt: new Date(Date.now() - 9_300).toISOString() });
    const matches = [earlier];
    const server = having().on(contract.matches.mine, () => myMatches(...matches));
    visit('/dashboard', { as: ada, server });
    const panel = await screen.findByRole('region', { name: 'Next meal' });
    expect(within(panel).queryByRole('button', { name: 'Undo' })).toBeNull();
    const request = meal({ deadline: inMinutes(60), location: 'Stern' });
    matches.unshift(given.match({ contact: null, createdAt: inMinutes(1), request }));
    refresh();
    await waitFor(() => expect(panel).toHaveTextContent('at Stern'));
    expect(within(panel).getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it('stays on the dashboard as it ended, with the meal after it, until the student leaves', async () => {
    const [ends, after] = [given.match({ request: meal({ deadline: inMinutes(20) }) }), later];
    const server = having(ends, after).on(contract.matches.one, () => ok({ match: ends }));
    visit('/dashboard', { as: ada, server });
    within(await screen.findByRole('region', { name: 'Next meal' }))
      .getByRole('link', { name: 'See match' })
      .focus();
    Object.assign(ends, { status: 'cancelled', cancelledBecause: 'released' });
    ends.contact = null;
    refresh();
    const panel = await screen.findByRole('region', { name: /^Your meal with Grace is no longer active$/ });
    expect(panel).toHaveFocus();
    expect(await within(panel).findByText(/^You let this one go/)).toBeVisible();
    expect(within(panel).queryByRole('button')).toBeNull();
    expect(within(panel).getByRole('link', { name: /^Next meal: with Later/ })).toBeVisible();
    cleanup();
    visit('/dashboard', { as: ada, server });
    expect(await screen.findByRole('region', { name: 'Next meal' })).toHaveTextContent('With Later');
  });
});

describe('a next meal that has ended', () => {
  it('says that it is disputed, also if the student completed it here', async () => {
    const match = given.match({ request: meal({ deadline: inMinutes(-70) }) });
    const one = () => ok({ match });
    const server = having(match)
      .on(contract.matches.one, one)
      .on(contract.matches.complete, () => {
        Object.assign(match, { status: 'completed', contact: null, said: { requester: false, fulfiller: true } });
        return one();
      });
    visit('/matches', { as: ada, server });
    await userEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    const line = await screen.findByText(/^Your meal with/);
    expect(line).toHaveTextContent('Your meal with Grace is complete');
    match.dispute = given.dispute();
    refresh();
    await waitFor(() =>
      expect(screen.getByText(/^Your meal with/)).toHaveTextContent('Your meal with Grace is disputed'),
    );
    match.dispute = given.dispute({ awardedTo: 'fulfiller' });
    refresh();
    await waitFor(() =>
      expect(screen.getByText(/^Your meal with/)).toHaveTextContent(
        'Your meal with Grace is no longer disputed: the meal is yours',
      ),
    );
  });

  it('appears among the disputed meals only when the other side disputes it', async () => {
    const match = given.match({ request: meal({ deadline: inMinutes(20) }) });
    const matches = [match];
    const server = having()
      .on(contract.matches.mine, () => myMatches(...matches))
      .on(contract.matches.one, () => ok({ match }));
    visit('/dashboard', { as: ada, server });
    await screen.findByRole('region', { name: 'Next meal' });
    matches.pop();
    Object.assign(match, { status: 'completed', contact: null, dispute: given.dispute() });
    server.on(contract.matches.asked, ok({ matches: [match] }));
    refresh();
    expect(await screen.findByText(sentence('You and Grace Hopper disagree'))).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: /meal/ })).toBeNull());
  });

  it('offers stars once the student has said that it happened, but not while the two disagree', async () => {
    const match = given.match({ request: meal({ deadline: inMinutes(20) }) });
    const server = having(match).on(contract.matches.one, () => ok({ match }));
    visit('/dashboard', { as: ada, server });
    await screen.findByRole('region', { name: 'Next meal' });
    Object.assign(match, { status: 'completed', contact: null, said: { requester: false, fulfiller: true } });
    refresh();
    expect(await screen.findByRole('button', { name: 'Submit Rating' })).toBeVisible();
    match.dispute = given.dispute();
    refresh();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit Rating' })).toBeNull());
  });
});
