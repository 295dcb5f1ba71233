import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type Match } from '@spareswipe/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches } from '../../test/given';
import { mount } from '../../test/mount';
import { sentence } from '../../test/sentence';
import { refresh } from '../../test/upcoming';
import { visit } from '../../test/visit';
import { exchangeOf } from './matches/exchange-of';
import { RateButton } from '../features/ratings/rate-button';
import { RatingForm } from '../features/ratings/rating-form';
import { StillAhead } from '../features/ratings/still-ahead';
import { StrikeWarning } from '../features/ratings/strike-warning';

const ada = given.student({ name: 'Ada Lovelace' });
const done = (match: Match) => ok({ match });

/** A server with one match, which can be rated and completed. */
function serverWith(match: Match) {
  const mine = `${match.userRole}Rating` as const;
  return fakeServer()
    .on(contract.matches.mine, myMatches(match))
    .on(contract.matches.one, () => done(match))
    .on(contract.ratings.rate, ({ body }) => {
      const followedThrough = body.followedThrough === true;
      match.rating = {
        ...match.rating,
        [mine]: { followedThrough, score: followedThrough ? Number(body.score) : null },
      };
      return done(match);
    })
    .on(contract.matches.complete, () => {
      match.status = 'completed';
      return done(match);
    });
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const radio = (name: string) => screen.getByRole('radio', { name });
const submit = () => screen.getByRole('button', { name: 'Submit Rating' });
const comment = () => screen.getByLabelText('Comment (optional)');
const ratings = (server: ReturnType<typeof serverWith>) => server.calls(contract.ratings.rate);
const completed = (fields: Partial<Match> = {}) => given.match({ status: 'completed', ...fields });
const said = (...sides: Match['userRole'][]) => ({
  said: { requester: sides.includes('requester'), fulfiller: sides.includes('fulfiller') },
});

async function dialogOpens() {
  const dialog = await screen.findByRole('dialog', { name: 'Rate Your Experience' });
  await waitFor(() => expect(dialog).toBeVisible());
}
const dialogCloses = () => waitFor(() => expect(screen.queryByText('Rate Your Experience')).toBeNull());

/** The dialog, from its button on the page of the matches. */
async function openOnPage(match: Match, label: string) {
  const server = serverWith(match);
  visit('/matches', { as: ada, server });
  await userEvent.click(await screen.findByRole('button', { name: label }));
  await dialogOpens();
  return server;
}

/** The dialog, from its button without a page. */
async function openDialog(match: Match) {
  const server = serverWith(match);
  mount(<RateButton exchange={exchangeOf(match)}>Rate</RateButton>, { as: ada, server });
  await userEvent.click(screen.getByText('Rate'));
  await dialogOpens();
  return server;
}

/** The content of the dialog. */
function showForm(match = completed()) {
  const server = serverWith(match);
  mount(<RatingForm exchange={exchangeOf(match)} onDone={() => {}} />, { as: ada, server });
  return server;
}

it('says of which meal it is, since there may be several with the same student', async () => {
  await openDialog(completed());
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^A veggie burrito bowl · Lunch, \w+/);
});

it('keeps the whole answer when the dialog or the page is left, and sends and keeps nothing on Cancel [spec §2.62]', async () => {
  const match = completed();
  await openDialog(match);
  fireEvent.click(radio('2 stars'));
  fireEvent.click(radio('No'));
  fireEvent.change(comment(), { target: { value: 'Came early' } });
  await userEvent.keyboard('{Escape}');
  await dialogCloses();
  cleanup();
  const server = await openDialog(match);
  expect(radio('No')).toBeChecked();
  expect(comment()).toHaveValue('Came early');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await dialogCloses();
  expect(ratings(server)).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
  await userEvent.click(screen.getByText('Rate'));
  await dialogOpens();
  expect(radio('Yes')).toBeChecked();
  fireEvent.change(comment(), { target: { value: 'Came early' } });
  await userEvent.click(submit());
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  expect(ratings(server)[0]?.body).toEqual({ score: 5, followedThrough: true, comment: 'Came early' });
});

afterEach(() => void jest.useRealTimers());

describe('the question', () => {
  it('is about showing up when a fulfiller answers it [spec §2.58]', () => {
    showForm(given.match({ userRole: 'fulfiller' }));
    expect(
      screen.getByRole('group', { name: 'Did Grace Hopper follow through and show up to receive the meal?' }),
    ).toBeVisible();
  });

  it('is about providing the meal when a requester answers it [spec §2.57]', () => {
    showForm(given.match({ userRole: 'requester', fulfiller: { name: 'Ben Okafor' } }));
    expect(screen.getByRole('group', { name: 'Did Ben Okafor follow through and provide the meal?' })).toBeVisible();
  });

  it('comes with what a strike means, and with five lit stars only after a Yes [spec §2.59 §2.63 §9.9]', () => {
    showForm();
    expect(
      screen.getByText('Someone who did not follow through gets a strike. 2 strikes mean a 7-day suspension.'),
    ).toBeVisible();
    expect(screen.getAllByRole('radio', { name: /stars?$/ })).toHaveLength(5);
    expect(radio('5 stars')).toBeChecked();
    expect(radio('5 stars')).toHaveAccessibleDescription('Excellent');
    fireEvent.click(radio('No'));
    expect(screen.queryByRole('radio', { name: /stars?$/ })).toBeNull();
    fireEvent.click(radio('Yes'));
    expect(radio('5 stars')).toBeChecked();
  });
});

describe('on the page of the matches', () => {
  const isYesToBeginWith = () => {
    expect(radio('Yes')).toBeChecked();
    expect(radio('Yes')).toHaveFocus();
    expect(radio('No')).not.toBeChecked();
    expect(screen.queryByText(sentence('Grace Hopper will get a strike'))).toBeNull();
  };

  it('Rate Experience begins with a Yes, sends stars and trimmed comment, says so, and closes over a card that is rated, however slow the list is [spec §2.56 §2.60 §8.32]', async () => {
    const match = completed();
    const server = await openOnPage(match, 'Rate Experience');
    isYesToBeginWith();
    await userEvent.click(radio('3 stars'));
    fireEvent.change(comment(), { target: { value: '  Very kind!  ' } });
    let answer = () => {};
    const reloaded = new Promise<void>((resolve) => (answer = resolve));
    server.on(contract.matches.mine, () => reloaded.then(() => myMatches(match)));
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(ratings(server)[0]?.body).toEqual({ score: 3, comment: 'Very kind!', followedThrough: true });
    expect(screen.getByRole('dialog')).toBeVisible();
    answer();
    await dialogCloses();
    expect(screen.getByText('You rated this match')).toBeVisible();
    expect(server.calls(contract.matches.complete)).toHaveLength(0);
  });

  it('Rate & Report Issues begins with a Yes, too, which marks an accepted match complete, and leaves the focus at its place in the list [spec §2.56 §4.25]', async () => {
    const server = await openOnPage(given.match(), 'Rate & Report Issues');
    const item = screen.getByRole('article', { hidden: true }).closest('li');
    isYesToBeginWith();
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    await waitFor(() => expect(server.calls(contract.matches.complete)).toHaveLength(1));
    expect(await screen.findByText('You rated this match')).toBeVisible();
    await dialogCloses();
    expect(screen.queryByRole('button', { name: 'Rate & Report Issues' })).toBeNull();
    expect(item).toHaveFocus();
  });
});

describe('a No', () => {
  const warns = (fields: Partial<Match>) => {
    const match = given.match({ fulfiller: { name: 'Ben Okafor' }, ...fields });
    mount(<StrikeWarning {...exchangeOf(match)} />, { as: ada, server: serverWith(match) });
    return screen.getByRole('note');
  };

  it('warns of the strike, which is announced after the way out, and completes nothing [spec §2.64]', async () => {
    const server = showForm(given.match());
    fireEvent.click(radio('No'));
    expect(screen.getByText(sentence('Grace Hopper will get a strike'))).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(
      /^“I can't make it” calls this off .*Grace Hopper will get a strike/,
    );
    const ends = 'This exchange ends, and the meal goes back to Grace Hopper.';
    const unless = 'It is a dispute instead if Grace Hopper said that it happened.';
    const once =
      'Only the first 2 times that you say No in 30 days can give a strike, and one student gets at most one from you in 180 days.';
    expect(screen.getByText(sentence(`${ends} ${unless} ${once}`))).toBeVisible();
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    // all three fields, as always: the server keeps no score with a No
    expect(ratings(server)[0]?.body).toEqual({ score: 5, followedThrough: false });
    expect(server.calls(contract.matches.complete)).toHaveLength(0);
  });

  it('is not sent by the key that confirms the choice, and goes on to the comment, not to the button that calls the match off', async () => {
    const server = showForm(given.match());
    await userEvent.click(radio('No'));
    await userEvent.keyboard('{Enter}');
    expect(ratings(server)).toHaveLength(0);
    expect(submit()).toBeEnabled();
    await userEvent.tab();
    expect(comment()).toHaveFocus();
    expect(screen.getByRole('button', { name: "I can't make it" })).toBeVisible();
  });

  it.each<[Partial<Match>, string]>([
    [{ userRole: 'fulfiller', ...said('requester') }, 'Grace Hopper says'],
    [{ userRole: 'requester', status: 'completed', ...said('requester') }, 'You said'],
  ])('is a dispute where somebody says that it happened, and says so: %j', (fields, who) => {
    const warning = warns(fields);
    expect(warning).toHaveAccessibleName(/will get a strike if those who run SpareSwipe decide for you$/);
    expect(warning).toHaveTextContent(
      `${who} that it happened, so this is a dispute. The meal is set aside, and nobody gets a strike before it is decided.`,
    );
  });

  it('says the same while the dialog closes, although the screen knows by then that the match is over', async () => {
    const match = given.match();
    const matches = [match];
    const server = serverWith(match).on(contract.matches.mine, () => myMatches(...matches));
    visit('/matches', { as: ada, server });
    await userEvent.click(await screen.findByRole('button', { name: 'Rate Experience' }));
    await dialogOpens();
    fireEvent.click(radio('No'));
    const texts = new Set<string>();
    const watch = new MutationObserver(() => texts.add(document.body.textContent));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    server.on(contract.ratings.rate, async () => {
      matches.pop();
      Object.assign(match, { status: 'cancelled', noCountsUntil: inHours(-1) });
      // the news overtakes the response
      const asked = server.calls(contract.matches.one).length;
      refresh();
      await waitFor(() => expect(server.calls(contract.matches.one).length).toBeGreaterThan(asked));
      await act(() => Promise.resolve());
      return done(match);
    });
    await userEvent.click(submit());
    await dialogCloses();
    watch.disconnect();
    expect([...texts].filter((text) => text.includes('too late for a No'))).toEqual([]);
  });

  it('becomes a dispute when the other side says that it happened while the dialog is open', async () => {
    const match = given.match();
    showForm(match);
    fireEvent.click(radio('No'));
    expect(screen.getByText(sentence('Grace Hopper will get a strike'))).toBeVisible();
    Object.assign(match, { status: 'completed', ...said('requester') });
    refresh();
    const warning = await screen.findByRole('note', { name: /will get a strike if those who run SpareSwipe decide/ });
    expect(warning).toHaveTextContent('Grace Hopper says that it happened');
  });

  it('says so where it was sent before and only the answer was lost', async () => {
    const match = given.match();
    showForm(match);
    fireEvent.click(radio('No'));
    const mine = { score: null, followedThrough: false };
    Object.assign(match, { status: 'cancelled', rating: { requesterRating: mine, fulfillerRating: mine } });
    refresh();
    expect(await screen.findByRole('alert')).toHaveTextContent('You have already rated this match.');
  });

  it('nor a Yes is asked for once the other side has called the match off', async () => {
    const match = given.match();
    showForm(match);
    fireEvent.click(radio('No'));
    Object.assign(match, { status: 'cancelled', cancelledBecause: 'released' });
    refresh();
    expect(await screen.findByRole('alert')).toHaveTextContent('This match was called off. Nothing is left to rate.');
    expect(screen.queryByRole('button', { name: 'Submit Rating' })).toBeNull();
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('is announced, and says of no meal that took place that it is ahead', () => {
    const match = completed(said('requester', 'fulfiller'));
    match.request.deadline = inHours(0.5);
    showForm(match);
    const spoken = screen.getByRole('status');
    expect(spoken).toBeEmptyDOMElement();
    fireEvent.click(radio('No'));
    expect(spoken).toHaveTextContent(/^Grace Hopper will get a strike if/);
    expect(screen.queryByText(/still ahead/)).toBeNull();
  });

  it.each<[string, Partial<Match>]>([
    ['This exchange is disputed. The dispute decides', { dispute: given.dispute() }],
    ['It is already decided who has the meal.', { dispute: given.dispute({ awardedTo: 'requester' }) }],
  ])('threatens with no strike where it has no effect: %s', (words, fields) => {
    const note = warns({ status: 'completed', ...fields });
    expect(note).toHaveTextContent(words);
    expect(note).not.toHaveTextContent('will get a strike');
  });

  it('threatens no longer, and says so, as soon as it comes too late while the dialog is open', async () => {
    jest.useFakeTimers();
    const warning = warns({
      status: 'completed',
      ...said('fulfiller'),
      noCountsUntil: new Date(Date.now() + 1500).toISOString(),
    });
    expect(warning).toHaveTextContent('will get a strike');
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole('note')).toHaveTextContent('It is too late for a No');
    expect(screen.getByRole('note')).not.toHaveTextContent('will get a strike');
  });

  it('gives the meal back if the fulfiller marked the match complete, and says so', () => {
    const warning = warns({ status: 'completed', ...said('fulfiller') });
    expect(warning).toHaveAccessibleName('Grace Hopper will get a strike');
    const back = 'You said that it happened. You give the meal back to Grace Hopper.';
    const unless = 'It is a dispute instead if Grace Hopper said that it happened.';
    expect(warning).toHaveTextContent(`${back} ${unless}`);
  });

  it.each<[Match['userRole'], number, boolean, boolean]>([
    ['requester', 31, true, false],
    ['requester', 29, false, true],
    ['fulfiller', 1, true, false],
    ['fulfiller', -1, false, false],
  ])(
    'of a %s, %i minutes before the deadline, offers to release the match first: %s, or says that the meal is ahead: %s',
    (userRole, minutes, is, isAhead) => {
      const match = given.match({ userRole });
      match.request.deadline = inHours(minutes / 60);
      mount(<StillAhead exchange={exchangeOf(match)} />, { as: ada, server: serverWith(match) });
      expect(screen.queryAllByText(/calls this off without a strike for anybody\.$/)).toHaveLength(Number(is));
      expect(screen.queryAllByText(/^This meal is still ahead: \d+ min left\./)).toHaveLength(Number(isAhead));
    },
  );

  it.each([
    [31, true],
    [29, false],
  ])('says of a Yes %i minutes before the deadline that it completes the meal now: %s', (minutes, is) => {
    const match = given.match({ userRole: 'requester' });
    match.request.deadline = inHours(minutes / 60);
    showForm(match);
    expect(screen.queryAllByText('This meal is still ahead. A Yes completes it now.')).toHaveLength(Number(is));
    expect(screen.queryByText(/will get a strike/)).toBeNull();
  });

  it('releases the match by that press, and says nothing bad about anybody', async () => {
    const match = given.match({ userRole: 'requester', fulfiller: { name: 'Ben Okafor' } });
    const server = await openDialog(match);
    server.on(contract.matches.release, () => {
      Object.assign(match, { status: 'cancelled', request: { ...match.request, status: 'cancelled' } });
      return ok({ match, isUndone: false });
    });
    fireEvent.click(radio('No'));
    await userEvent.click(screen.getByRole('button', { name: "I can't make it" }));
    expect(await screen.findByText('This meal is called off, and it came back to you.')).toBeVisible();
    await dialogCloses();
    expect(ratings(server)).toHaveLength(0);
  });
});

describe('submitting', () => {
  it('ignores that an accepted match could not be marked complete [spec §4.26]', async () => {
    const server = showForm(given.match());
    server.on(contract.matches.complete, failure('MATCH_NOT_ACTIVE'));
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(server.calls(contract.matches.complete)).toHaveLength(1);
    expect(screen.queryByText('Failed to complete match')).toBeNull();
  });

  it('shows Submitting..., sends a double click once, and counts once and says so after a lost response [spec §2.62 §8.32]', async () => {
    const match = completed();
    const server = showForm(match);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.on(contract.ratings.rate, () => answered.then(() => done(match)));
    server.loseAnswer(contract.ratings.rate);
    await userEvent.dblClick(submit());
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toHaveAttribute('aria-disabled', 'true');
    answer();
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(screen.queryByText('Failed to submit rating')).toBeNull();
    const keys = ratings(server).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('lets go of the button although the reload gets no answer', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const server = await openOnPage(completed(), 'Rate Experience');
    server.on(contract.matches.mine, () => new Promise<never>(() => undefined));
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(submit());
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByText('Submitting...')).toBeNull();
  });

  it('keeps what was typed when no response comes, and counts once when tried again [spec §8.33]', async () => {
    const server = showForm();
    fireEvent.click(radio('4 stars'));
    fireEvent.change(comment(), { target: { value: 'Nice chat' } });
    server.on(contract.ratings.rate, failure('INTERNAL'));
    await userEvent.click(submit());
    expect(await screen.findByText('Something went wrong on our side. Please try again.')).toBeVisible();
    server.down();
    await userEvent.click(await screen.findByRole('button', { name: 'Submit Rating' }));
    expect(await screen.findByText('Failed to submit rating')).toBeVisible();
    expect(comment()).toHaveValue('Nice chat');
    expect(radio('4 stars')).toBeChecked();
    server.down(false);
    await userEvent.click(await screen.findByRole('button', { name: 'Submit Rating' }));
    await waitFor(() => expect(ratings(server)).toHaveLength(2));
    const keys = ratings(server).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('closes with the server’s words when the match was rated elsewhere [spec §8.33]', async () => {
    const server = await openDialog(completed());
    server.on(contract.ratings.rate, failure('ALREADY_RATED'));
    await userEvent.click(submit());
    expect(await screen.findByText('You have already rated this match')).toBeVisible();
    await dialogCloses();
  });
});

describe('the comment', () => {
  it('counts its characters, takes 300 [spec §2.61], and says so', async () => {
    const full = () => screen.queryByText('A comment cannot be more than 300 characters.');
    showForm();
    expect(full()).toBeNull();
    expect(screen.getByText('0/300')).toBeVisible();
    await userEvent.click(comment());
    await userEvent.paste('a'.repeat(400));
    expect(comment()).toHaveValue('a'.repeat(300));
    expect(screen.getByText('300/300')).toBeVisible();
    expect(comment()).toHaveAccessibleDescription(/^300\/300 /);
    expect(full()).toBeVisible();
    expect(full()).toHaveAttribute('role', 'alert');
  });
});

describe('what the server does not count of a comment', () => {
  it('takes no room in the form either, be it spaces around it or characters that nobody sees [spec §2.61]', async () => {
    const unseen = '  \u200b\u00ad';
    const server = showForm();
    await userEvent.click(comment());
    await userEvent.paste(unseen);
    expect(screen.getByText('0/300')).toBeVisible();
    await userEvent.paste('a'.repeat(400));
    expect(comment()).toHaveValue(unseen + 'a'.repeat(300));
    expect(screen.getByText('300/300')).toBeVisible();
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(String(ratings(server)[0]?.body.comment)).toHaveLength(300);
  });

  it('is not a space that letters follow', async () => {
    showForm();
    await userEvent.click(comment());
    await userEvent.paste('a'.repeat(299));
    await userEvent.type(comment(), ' bcd');
    expect(comment()).toHaveValue(`${'a'.repeat(299)} `);
    expect(screen.getByText('299/300')).toBeVisible();
  });

  it('is an accent that stands by itself, nor the second half of an emoji', async () => {
    showForm();
    await userEvent.click(comment());
    await userEvent.paste('cafe\u0301 \u{1f355}');
    expect(screen.getByText('6/300')).toBeVisible();
  });
});
