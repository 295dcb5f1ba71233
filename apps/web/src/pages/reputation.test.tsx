import { describe, expect, it } from '@jest/globals';
import { CAMPUS_WEEK_REACH, contract, type GivenRatings, type Match } from '@spareswipe/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches, myRequests } from '../../test/given';
import { mount } from '../../test/mount';
import { sentence } from '../../test/sentence';
import { visit } from '../../test/visit';
import { RatingForm } from '../features/ratings/rating-form';
import { exchangeOf } from './matches/exchange-of';

const ada = given.student({ name: 'Ada Lovelace' });
const grace = { name: 'Grace Hopper', reputation: { stars: 4.5, meals: 7 } };
const RATING = { score: 5, followedThrough: true };

/** A server with one match of Ada, who fulfills it; reporting takes the comment away. */
function serverWith(match: Match) {
  return fakeServer()
    .on(contract.matches.mine, () => myMatches(match))
    .on(contract.matches.complete, () => {
      match.status = 'completed';
      return ok({ match });
    })
    .on(contract.ratings.report, () => {
      match.rating = { ...match.rating, requesterRating: RATING };
      return ok({ match });
    });
}

const completed = (rating: GivenRatings) => given.match({ status: 'completed', rating });
const rude = { requesterRating: { ...RATING, comment: 'Line one\nline two' }, fulfillerRating: RATING };

describe('the reputation of another student', () => {
  it('is shown beside the name on Browse, in words for screen readers', async () => {
    const request = given.request({ requester: { ...grace, institution: 'yale' } });
    const server = fakeServer().on(
      contract.requests.browse,
      ok({ requests: [request], pagination: given.pagination() }),
    );
    visit('/requests', { as: ada, server });
    const card = within(await screen.findByRole('article', { name: request.mealDescription }));
    expect(card.getByText('4.5 of 5 stars, 7 meals shared')).toBeVisible();
    expect(card.getByText(sentence('★ 4.5 · 7 meals shared'))).toHaveAttribute('aria-hidden');
  });
});

describe('the comment about a student', () => {
  it('is shown with the stars and the reputation, and disappears once it is reported with a reason', async () => {
    const match = completed(rude);
    const server = serverWith({ ...match, request: { ...match.request, requester: grace } });
    visit('/matches', { as: ada, server });
    expect(await screen.findByText('4.5 of 5 stars, 7 meals shared')).toBeVisible();
    const comment = await screen.findByText(/Line one\s+line two/);
    expect(comment).toBeVisible();
    expect(screen.getByText(sentence('Grace Hopper gave you 5 of 5 stars'))).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this comment' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Report comment' }));
    expect(await dialog.findByText('Please say why in 10 to 500 characters')).toBeVisible();
    expect(server.calls(contract.ratings.report)).toHaveLength(0);
    await userEvent.click(dialog.getByLabelText('What is wrong with it?'));
    await userEvent.paste('This is an insult');
    await userEvent.click(dialog.getByRole('button', { name: 'Report comment' }));
    expect(await screen.findByText('Thank you. We will look at this comment.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Line one/)).toBeNull());
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
    expect(server.calls(contract.ratings.report)[0]?.body).toEqual({ text: 'This is an insult' });
  });

  it('stays, with what was written, when the report fails', async () => {
    const server = serverWith(completed(rude)).on(contract.ratings.report, failure('BUSY'));
    visit('/matches', { as: ada, server });
    await userEvent.click(await screen.findByRole('button', { name: 'Report' }));
    const reason = await screen.findByLabelText('What is wrong with it?');
    await userEvent.click(reason);
    await userEvent.paste('This is an insult');
    await userEvent.click(screen.getByRole('button', { name: 'Report comment' }));
    expect(await screen.findByText(/^We are very busy right now/)).toBeVisible();
    expect(reason).toHaveValue('This is an insult');
  });

  it('is shown after 7 days to a student who has not rated yet', async () => {
    visit('/matches', { as: ada, server: serverWith(completed({ ...rude, fulfillerRating: null })) });
    expect(await screen.findByText(/Line one\s+line two/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Rate Experience' })).toBeVisible();
  });
});

it('says in the rating dialog who reads the comment, and that the other student does not after a No', () => {
  const match = completed({ requesterRating: null, fulfillerRating: null });
  mount(<RatingForm exchange={exchangeOf(match)} onDone={() => {}} />, { as: ada, server: serverWith(match) });
  const told = 'Grace Hopper reads this once both of you have rated, or after 7 days.';
  expect(screen.getByText(sentence(told))).toBeVisible();
  fireEvent.click(screen.getByRole('radio', { name: 'No' }));
  expect(screen.getByLabelText('Comment (optional)')).toHaveAccessibleDescription(
    /Grace Hopper does not get to read this\. Those who run SpareSwipe do, if they have to decide\.$/,
  );
});

describe('completing', () => {
  it('celebrates beside the toast, without a dialog, and is gone on a press', async () => {
    const server = serverWith(given.match());
    visit('/matches', { as: ada, server });
    const complete = await screen.findByRole('button', { name: 'Mark Complete' });
    let load!: () => void;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    server.on(contract.users.me, async () => {
      await loaded;
      return ok({ user: { ...ada, credits: ada.credits + 1 } });
    });
    await userEvent.click(complete);
    expect(await screen.findByText('Match marked as completed!')).toBeVisible();
    const fed = await screen.findByText(sentence('You fed Grace'));
    const finish = fed.closest<HTMLElement>('[role="status"]')!;
    expect(screen.queryByRole('dialog')).toBeNull();
    // the toast is heard
    expect(finish).toHaveAttribute('aria-live', 'off');
    expect(finish).not.toHaveTextContent('to spend');
    load();
    await waitFor(() => expect(finish).toHaveTextContent('4 meals to spend'));
    await userEvent.click(fed);
    await waitFor(() => expect(screen.queryByText(sentence('You fed Grace'))).toBeNull());
  });

  it('is no longer celebrated once the match is disputed, and no other number of meals is told', async () => {
    const match = given.match();
    const server = serverWith(match);
    visit('/matches', { as: ada, server });
    await userEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    const fed = await screen.findByText(sentence('You fed Grace'));
    const finish = fed.closest<HTMLElement>('[role="status"]')!;
    await waitFor(() => expect(finish).toHaveTextContent('3 meals to spend'));
    match.dispute = given.dispute({ deniedBy: 'requester', confirmedBy: 'fulfiller' });
    server.on(contract.users.me, ok({ user: { ...ada, credits: ada.credits - 1 } }));
    fireEvent.focus(window);
    expect(await screen.findByText(/^The meal is set aside/)).toBeVisible();
    expect(finish).not.toHaveTextContent('2 meals');
    await waitFor(() => expect(finish).not.toBeInTheDocument(), { timeout: 2000 });
  });

  it('by the other side tells the requester who fed them, once, on whatever screen they are', async () => {
    const match = given.match({ userRole: 'requester', fulfiller: { name: 'Ana Lopez' } });
    const server = fakeServer()
      .on(contract.matches.mine, ({ query }) =>
        query.status && query.status !== match.status ? myMatches() : myMatches(match),
      )
      .on(contract.matches.one, () => ok({ match }));
    visit('/matches', { as: ada, server });
    expect(await screen.findByText('Next meal:')).toBeVisible();
    match.status = 'completed';
    match.said = { requester: true, fulfiller: true };
    fireEvent.focus(window);
    const fed = await screen.findByText(sentence('Ana fed you'));
    expect(fed.closest('[role="status"]')).not.toHaveAttribute('aria-live');
    await userEvent.click(fed);
    await waitFor(() => expect(screen.queryByText(sentence('Ana fed you'))).toBeNull());
    fireEvent.focus(window);
    await waitFor(() => expect(server.calls(contract.matches.mine).length).toBeGreaterThan(4));
    expect(screen.queryByText(sentence('Ana fed you'))).toBeNull();
  });

  it('thanks in the words of the requester', async () => {
    visit('/matches', {
      as: ada,
      server: serverWith(given.match({ userRole: 'requester', fulfiller: { name: 'Ben Okafor' } })),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    expect(await screen.findByText(sentence('Ben fed you'))).toBeVisible();
  });
});

describe('the table of the campus', () => {
  function dashboardOf(mealsThisWeek: number) {
    const server = fakeServer()
      .on(contract.account.stats, ok({ stats: given.stats({ campus: { mealsThisWeek } }) }))
      .on(contract.requests.mine, myRequests())
      .on(contract.matches.mine, myMatches());
    visit('/dashboard', { as: ada, server });
  }

  it('has a plate for each meal of the week, and counts those for which there is no room', async () => {
    dashboardOf(43);
    const words = await screen.findByText(sentence('Stanford University shared 43 meals this week'));
    expect(words.nextElementSibling!.querySelectorAll('svg')).toHaveLength(40);
    expect(screen.getByText('+3')).toBeVisible();
  });

  it('says "or more" where the server stopped counting', async () => {
    dashboardOf(CAMPUS_WEEK_REACH);
    expect(await screen.findByText(sentence('Stanford University shared 1,000+ meals this week'))).toBeVisible();
  });

  it('invites to the first meal of an empty week', async () => {
    dashboardOf(0);
    // requests may be open all the same
    expect(await screen.findByText(/has shared no meal yet this week/)).toHaveTextContent('Stanford University has');
    expect(await screen.findByRole('link', { name: 'Share the first meal' })).toHaveAttribute('href', '/requests');
  });
});
