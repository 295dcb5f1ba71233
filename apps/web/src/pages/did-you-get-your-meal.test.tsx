import { describe, expect, it } from '@jest/globals';
import { contract, type Match } from '@spareswipe/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer, ok } from '../../test/fake-server';
import { given, myMatches, myRequests } from '../../test/given';
import { visit } from '../../test/visit';

const ada = given.student({ name: 'Ada Lovelace' });
const asked = (fields: Partial<Match> = {}) =>
  given.match({
    userRole: 'requester',
    status: 'completed',
    said: { requester: false, fulfiller: true },
    fulfiller: { name: 'Ben Okafor' },
    ...fields,
  });

function serverAsking(matches: Match[]) {
  return fakeServer()
    .on(contract.account.stats, ok({ stats: given.stats({ totalCompleted: 1 }) }))
    .on(contract.requests.mine, myRequests())
    .on(contract.matches.mine, myMatches())
    .on(contract.matches.asked, () => ok({ matches }));
}

const question = () => screen.findByRole('region', { name: 'Did you get your meal?' });

describe('"Did you get your meal?"', () => {
  it.each(['/dashboard', '/my-requests', '/matches'])('is the first thing on %s', async (path) => {
    visit(path, { as: ada, server: serverAsking([asked()]) });
    const panel = await question();
    expect(panel).toHaveTextContent('Ben says that you did: A veggie burrito bowl at Arrillaga Dining');
    const headings = screen.getAllByRole('heading', { level: 2 });
    expect(headings[0]).toHaveTextContent('Did you get your meal?');
  });

  it('alone tells that a meal that comes next was marked complete', async () => {
    const next = asked({ status: 'accepted', said: { requester: false, fulfiller: false } });
    const ended = asked({ _id: next._id });
    const server = serverAsking([]).on(contract.matches.mine, myMatches(next));
    visit('/dashboard', { as: ada, server });
    await screen.findByText('Next meal');
    server
      .on(contract.matches.mine, myMatches())
      .on(contract.matches.one, ok({ match: ended }))
      .on(contract.matches.asked, ok({ matches: [ended] }));
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await question();
    await waitFor(() => expect(screen.queryByText('Next meal')).toBeNull());
    expect(screen.queryByText(/^Your meal with|fed you/)).toBeNull();
  });

  it('puts no word into the mouth of a fulfiller who has left', async () => {
    const left = { fulfiller: { name: 'Former student' }, said: { requester: false, fulfiller: false } };
    visit('/matches', { as: ada, server: serverAsking([asked(left)]) });
    expect(await question()).toHaveTextContent('The student who was to bring you in has left SpareSwipe: A veggie');
  });

  it('is announced when it comes while the screen is open, and is read with the screen if it was there', async () => {
    const matches: Match[] = [];
    visit('/matches', { as: ada, server: serverAsking(matches) });
    await screen.findByRole('tablist');
    matches.push(asked());
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await question();
    expect(screen.getByText(/^Ben says that you got your meal: .+\.$/)).toHaveAttribute('role', 'status');
    cleanup();
    visit('/matches', { as: ada, server: serverAsking(matches) });
    await question();
    expect(screen.queryByText(/^Ben says that you got your meal/)).toBeNull();
  });

  it.each(['Yes', 'No'])('leads with %s to the rating where it is chosen', async (answer) => {
    visit('/dashboard', { as: ada, server: serverAsking([asked()]) });
    await userEvent.click(within(await question()).getByRole('button', { name: answer }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rate Your Experience' }));
    expect(dialog.getByRole('radio', { name: answer })).toBeChecked();
    expect(dialog.queryAllByRole('radio', { name: /stars?$/ })).toHaveLength(answer === 'Yes' ? 5 : 0);
  });

  it('shows what was typed with one answer only with that answer', async () => {
    visit('/dashboard', { as: ada, server: serverAsking([asked()]) });
    const comment = async (answer: string) => {
      await userEvent.click(within(await question()).getByRole('button', { name: answer }));
      return within(await screen.findByRole('dialog')).getByRole('textbox');
    };
    const close = async () => {
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await userEvent.type(await comment('No'), 'He never came');
    await close();
    expect(await comment('No')).toHaveValue('He never came');
    await close();
    expect(await comment('Yes')).toHaveValue('');
  });

  it('is gone once it is answered, and the next one follows', async () => {
    const matches = [asked(), asked({ fulfiller: { name: 'Cem Kaya' } })];
    const server = serverAsking(matches).on(contract.ratings.rate, () => ok({ match: matches.shift()! }));
    visit('/matches', { as: ada, server });
    await userEvent.click(within(await question()).getByRole('button', { name: 'Yes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Submit Rating' }));
    await waitFor(async () => expect(await question()).toHaveTextContent('Cem says that you did'));
    expect(await question()).not.toHaveTextContent('Ben says');
    // not on an answer, which would now be one to another question
    await waitFor(async () => expect(await question()).toHaveFocus());
  });

  it('leaves the focus at the heading of the page when the last one is answered', async () => {
    const matches = [asked()];
    const server = serverAsking(matches).on(contract.ratings.rate, () => ok({ match: matches.shift()! }));
    visit('/dashboard', { as: ada, server });
    await userEvent.click(within(await question()).getByRole('button', { name: 'Yes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Submit Rating' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('is not asked when a No has no effect any more', async () => {
    const late = asked({ noCountsUntil: new Date(Date.now() - 1000).toISOString() });
    visit('/matches', { as: ada, server: serverAsking([late]) });
    await screen.findByRole('tablist');
    expect(screen.queryByText('Did you get your meal?')).toBeNull();
  });
});
