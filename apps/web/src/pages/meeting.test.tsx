import { describe, expect, it } from '@jest/globals';
import { contract, meetCode } from '@spareswipe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { sentence } from '../../test/sentence';
import { ada, having, inMinutes, meal, refresh } from '../../test/upcoming';
import { keepTyped } from '../shared/session/draft';
import { visit } from '../../test/visit';

describe('the meeting', () => {
  const meeting = { isHere: { mine: false, theirs: true }, isMet: { mine: false, theirs: false } };

  it('shows both sides one code, tells who is there, and takes "I\'m here" and "It\'s them"', async () => {
    const match = given.match({ meeting, request: meal({ deadline: inMinutes(20) }) });
    const press = (which: 'isHere' | 'isMet') => () => {
      match.meeting = { ...match.meeting!, [which]: { mine: true, theirs: false } };
      return ok({ match });
    };
    const server = having(match).on(contract.matches.here, press('isHere')).on(contract.matches.met, press('isMet'));
    visit('/matches', { as: ada, server });
    const region = await screen.findByRole('region', { name: 'Meet Grace Hopper' });
    // two meals may be near at once
    const food = match.request.mealDescription;
    expect(region).toHaveAccessibleDescription(food);
    const meet = within(region);
    const { color, dish } = meetCode(match._id);
    expect(meet.getByText(`${color} ${dish}`)).toBeVisible();
    expect(meet.getByRole('status')).toHaveTextContent('Grace is there.');
    expect(meet.getByText("“It's them” from both completes the meal.")).toBeVisible();
    const here = meet.getByRole('button', { name: "I'm here" });
    expect(here).toHaveAccessibleDescription(food);
    await userEvent.click(here);
    expect(await meet.findByRole('button', { name: 'You are here' })).toHaveAttribute('aria-disabled', 'true');
    expect(meet.getByRole('status')).toHaveTextContent('You are here.');
    const met = meet.getByRole('button', { name: "It's them" });
    expect(met).toHaveAccessibleDescription(`${food} “It's them” from both completes the meal.`);
    await userEvent.click(met);
    expect(await meet.findByText(sentence('Waiting for Grace'))).toHaveAttribute('role', 'status');
    expect(meet.getByText(sentence("Grace's phone shows the same."))).toBeVisible();
    expect(server.calls(contract.matches.met)).toHaveLength(1);
  });

  it('says why "It\'s them" could not be sent', async () => {
    const match = given.match({ meeting, request: meal({ deadline: inMinutes(20) }) });
    const server = having(match);
    visit('/dashboard', { as: ada, server });
    const meet = within(await screen.findByRole('region', { name: 'Meet Grace Hopper' }));
    server.down();
    await userEvent.click(meet.getByRole('button', { name: "It's them" }));
    expect(await screen.findByText('We could not reach SpareSwipe. Please check your connection.')).toBeVisible();
  });

  it('leads to the stars of one card once, which those of Rate Experience follow and change, and to one note that they are given', async () => {
    const match = given.match({ meeting, request: meal({ deadline: inMinutes(20) }) });
    const answer = () => ok({ match });
    const server = having(match)
      .on(contract.matches.met, () => {
        Object.assign(match, { status: 'completed', meeting: null, said: { requester: true, fulfiller: true } });
        return answer();
      })
      .on(contract.ratings.rate, () => {
        match.rating = { requesterRating: null, fulfillerRating: { score: 5, followedThrough: true } };
        return answer();
      });
    visit('/matches', { as: ada, server });
    const pressed = await screen.findByRole('button', { name: "It's them" });
    // there before its words, so that they are announced
    const said = within(screen.getByRole('region', { name: /^Meet/ })).getByRole('status');
    await userEvent.click(pressed);
    const submit = await screen.findByRole('button', { name: 'Submit Rating' });
    expect(said).toHaveTextContent('You met Grace.');
    expect(said).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Your rating, not sent yet' })).toBeVisible();
    const { color, dish } = meetCode(match._id);
    expect(screen.queryByText(`${color} ${dish}`)).toBeNull();
    expect(screen.queryByText('How did it go?')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: '2 stars' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rate Experience' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('radio', { name: '2 stars' })).toBeChecked();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('radio', { name: '5 stars' })).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Rate Experience' }));
    const again = within(await screen.findByRole('dialog'));
    await userEvent.click(again.getByRole('radio', { name: '4 stars' }));
    await userEvent.type(again.getByRole('textbox'), 'Nice chat');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('radio', { name: '4 stars' })).toBeChecked();
    await userEvent.click(submit);
    expect(server.calls(contract.ratings.rate)[0]!.body).toMatchObject({ score: 4, comment: 'Nice chat' });
    await waitFor(() => expect(submit).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'Rate Experience' })).toBeNull();
    expect(screen.getAllByText('You rated this match')).toHaveLength(1);
  });

  it('is announced until half an hour before the deadline, then shown on a press if the screen is already open, which says who is there', async () => {
    const match = given.match({ request: meal({ deadline: inMinutes(31) }) });
    const server = having(match);
    visit('/matches', { as: ada, server });
    expect(await screen.findByText(/^Your meet code appears (today|tomorrow) at \d+:\d\d [AP]M$/)).toBeVisible();
    // there before its words, so that they are announced
    const [said] = within(screen.getByRole('article')).getAllByRole('status');
    match.meeting = meeting;
    refresh();
    const show = await screen.findByRole('button', { name: 'Show the meet code' });
    expect(screen.getByText(sentence('Grace is there.'))).toBe(said);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(/^Your code to meet Grace (today|tomorrow) at \d+:\d\d [AP]M is here\.$/),
    );
    expect(screen.queryByRole('region', { name: /^Meet/ })).toBeNull();
    await userEvent.click(show);
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    const meet = within(screen.getByRole('region', { name: 'Meet Grace Hopper' }));
    await waitFor(() => expect(meet.getByRole('button', { name: /phone shows the same/ })).toHaveFocus());
  });

  it('says in the full screen of nobody that they met who has not said so', async () => {
    const match = given.match({ meeting, request: meal({ deadline: inMinutes(20) }) });
    const answer = () => ok({ match });
    visit('/dashboard', { as: ada, server: having(match).on(contract.matches.one, answer) });
    await userEvent.click(await screen.findByRole('button', { name: /phone shows the same/ }));
    const meet = within(await screen.findByRole('dialog', { name: 'Meet Grace' }));
    Object.assign(match, { status: 'completed', meeting: null, said: { requester: true, fulfiller: false } });
    refresh();
    expect(await meet.findByText('This meal is complete.')).toHaveAttribute('role', 'status');
    expect(meet.queryByText(/^You met/)).toBeNull();
  });

  it('takes the code and the call from the full screen once the match has ended, and says why', async () => {
    const match = given.match({ meeting, userRole: 'requester', request: meal({ deadline: inMinutes(20) }) });
    const server = having(match).on(contract.matches.one, () => ok({ match }));
    visit('/dashboard', { as: ada, server });
    await userEvent.click(await screen.findByRole('button', { name: /phone shows the same/ }));
    const meet = within(await screen.findByRole('dialog', { name: /^Meet/ }));
    expect(meet.getByText('Both phones show')).toBeInTheDocument();
    Object.assign(match, { status: 'cancelled', cancelledBecause: 'released', meeting: null });
    refresh();
    expect(await meet.findByText(/could not make it/)).toBeInTheDocument();
    expect(meet.queryByText('Both phones show')).toBeNull();
    expect(meet.queryByRole('link', { name: /^Call/ })).toBeNull();
  });

  it('says once, in the full screen, what the other side has said', async () => {
    const isMet = { mine: false, theirs: true };
    const match = given.match({ meeting: { ...meeting, isMet }, request: meal({ deadline: inMinutes(20) }) });
    const answer = ok({ match });
    visit('/dashboard', { as: ada, server: having(match).on(contract.matches.one, answer) });
    const card = await screen.findByText(sentence('Grace found you.'));
    expect(card).toHaveAttribute('role', 'status');
    await userEvent.click(screen.getByRole('button', { name: /phone shows the same/ }));
    const meet = within(await screen.findByRole('dialog', { name: 'Meet Grace' }));
    expect(meet.getByText(sentence('Grace found you.'))).toHaveAttribute('role', 'status');
    expect(card).not.toHaveAttribute('role');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(card).toHaveAttribute('role', 'status');
  });

  it('fills the screen with the code on one press, awake until it is left, and "It\'s them" leads to five stars there', async () => {
    const locks: { released: boolean; release: () => void }[] = [];
    const request = () => {
      const lock = { released: false, release: () => (lock.released = true) };
      return Promise.resolve(locks[locks.push(lock) - 1]);
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    const held = () => locks.filter(({ released }) => !released).length;
    const match = given.match({ meeting, request: meal({ deadline: inMinutes(20), location: 'Stern' }) });
    const answer = () => ok({ match });
    const server = having(match)
      .on(contract.matches.one, answer)
      .on(contract.matches.met, () => {
        match.status = 'completed';
        match.meeting = null;
        return answer();
      })
      .on(contract.ratings.rate, () => {
        match.rating = { requesterRating: null, fulfillerRating: { score: 4, followedThrough: true } };
        return answer();
      });
    visit('/dashboard', { as: ada, server });
    await userEvent.click(await screen.findByRole('button', { name: /phone shows the same/ }));
    const meet = within(await screen.findByRole('dialog', { name: 'Meet Grace' }));
    const { color, dish } = meetCode(match._id);
    // the dialog fades in
    await waitFor(() => expect(meet.getByText(`${color} ${dish}`)).toBeVisible());
    expect(screen.getByRole('dialog')).toHaveTextContent(/Ada Lovelace and Grace Hopper at Stern, /);
    expect(meet.getByRole('link', { name: /^Call Grace Hopper/ })).toHaveTextContent('+1 203 555 0100');
    expect(held()).toBe(1);
    // as the browser does when the tab is hidden
    locks.forEach(({ release }) => release());
    refresh();
    await waitFor(() => expect(held()).toBe(1));

    await userEvent.click(meet.getByRole('button', { name: "It's them" }));
    expect(await meet.findByRole('radio', { name: '5 stars' })).toBeChecked();
    // the stars are at the foot
    const fed = await screen.findByText(sentence('You fed Grace'));
    expect(fed.closest('[data-position]')).toHaveAttribute('data-position', 'top-center');
    // words that went with a No are not for Grace
    act(() => keepTyped(`rating ${match._id} fulfiller`, { followedThrough: false, comment: 'She never came' }));
    await userEvent.click(meet.getByRole('radio', { name: '4 stars' }));
    await userEvent.click(meet.getByRole('button', { name: 'Submit Rating' }));
    expect(await meet.findByText('You rated this match')).toBeVisible();
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    expect(server.calls(contract.ratings.rate)[0]?.body).toEqual({ score: 4, followedThrough: true });
    expect(held()).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(held()).toBe(0));
    expect(screen.getByRole('region', { name: /^Your meal with Grace/ })).toHaveFocus();
  });
});
