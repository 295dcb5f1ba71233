import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type Match } from '@spareswipe/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { sentence } from '../../../test/sentence';
import { visit } from '../../../test/visit';

const ada = given.student({ name: 'Ada Lovelace' });
const done = (match: Match) => ({ status: 200 as const, body: { success: true as const, match } });

/** A server with one match, which can be rated and completed. */
function serverWith(match: Match) {
  const mine = `${match.userRole}Rating` as const;
  return fakeServer()
    .on(contract.matches.mine, {
      status: 200,
      body: {
        success: true,
        matches: [match],
        pagination: given.pagination(),
        counts: { all: 1, accepted: 1, completed: 0 },
      },
    })
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

async function openDialog(match = given.match({ status: 'completed' }), label = 'Rate Experience') {
  const server = serverWith(match);
  visit('/matches', { as: ada, server });
  await userEvent.click(await screen.findByRole('button', { name: label }));
  const dialog = await screen.findByRole('dialog', { name: 'Rate Your Experience' });
  await waitFor(() => expect(dialog).toBeVisible());
  return server;
}

it('keeps the comment when the dialog or the page is left, until it is sent', async () => {
  const match = given.match({ status: 'completed' });
  await openDialog(match);
  await userEvent.type(comment(), 'Came early');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  await openDialog(match);
  expect(comment()).toHaveValue('Came early');
  await userEvent.click(submit());
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});

describe('the question', () => {
  it('is about showing up when a fulfiller answers it [spec §2.58]', async () => {
    await openDialog(given.match({ userRole: 'fulfiller' }));
    expect(
      screen.getByRole('group', { name: 'Did Grace Hopper follow through and show up to receive the meal?' }),
    ).toBeVisible();
  });

  it('is about providing the meal when a requester answers it [spec §2.57]', async () => {
    await openDialog(given.match({ userRole: 'requester', fulfiller: { name: 'Ben Okafor' } }));
    expect(screen.getByRole('group', { name: 'Did Ben Okafor follow through and provide the meal?' })).toBeVisible();
  });

  it.each(['Rate Experience', 'Rate & Report Issues'])(
    'is answered with a Yes to begin with, from %s [spec §2.56]',
    async (label) => {
      await openDialog(given.match(), label);
      expect(radio('Yes')).toBeChecked();
      expect(radio('Yes')).toHaveFocus();
      expect(radio('No')).not.toBeChecked();
      expect(screen.queryByText(sentence('Grace Hopper will get a strike'))).toBeNull();
    },
  );

  it('threatens with no strike where the other side disputes the exchange', async () => {
    await openDialog(given.match({ status: 'completed', dispute: given.dispute() }));
    await userEvent.click(radio('No'));
    expect(screen.getByText(/^This exchange is disputed\. The dispute decides/)).toBeVisible();
    expect(screen.queryByText(sentence('Grace Hopper will get a strike'))).toBeNull();
  });

  it('comes with what a strike means [spec §2.63]', async () => {
    await openDialog();
    expect(
      screen.getByText('Someone who did not follow through gets a strike. 2 strikes mean a 7-day suspension.'),
    ).toBeVisible();
  });
});

describe('the stars', () => {
  it('appear only with a Yes, five of them lit [spec §2.59 §9.9]', async () => {
    await openDialog();
    expect(screen.getAllByRole('radio', { name: /stars?$/ })).toHaveLength(5);
    expect(radio('5 stars')).toBeChecked();
    await userEvent.click(radio('No'));
    expect(screen.queryByRole('radio', { name: /stars?$/ })).toBeNull();
    await userEvent.click(radio('Yes'));
    expect(radio('5 stars')).toBeChecked();
  });

  it('are chosen by clicking [spec §2.60]', async () => {
    const server = await openDialog();
    await userEvent.click(radio('Yes'));
    await userEvent.click(radio('3 stars'));
    await userEvent.click(submit());
    await waitFor(() => expect(ratings(server)).toHaveLength(1));
    expect(ratings(server)[0]?.body).toMatchObject({ score: 3, followedThrough: true });
  });
});

describe('submitting', () => {
  it('sends score, trimmed comment and answer, says so, and shows the match as rated [spec §8.32]', async () => {
    const server = await openDialog();
    await userEvent.click(radio('Yes'));
    await userEvent.click(comment());
    await userEvent.paste('  Very kind!  ');
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(await screen.findByText('You rated this match')).toBeVisible();
    expect(ratings(server)[0]?.body).toEqual({ score: 5, comment: 'Very kind!', followedThrough: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(contract.matches.complete)).toHaveLength(0);
  });

  it('closes once the card no longer offers to rate, however slow the list is', async () => {
    const match = given.match({ status: 'completed' });
    const server = await openDialog(match);
    let answer = () => {};
    const reloaded = new Promise<void>((resolve) => (answer = resolve));
    const counts = { all: 1, accepted: 0, completed: 1 };
    const body = { success: true as const, matches: [match], pagination: given.pagination(), counts };
    server.on(contract.matches.mine, () => reloaded.then(() => ({ status: 200 as const, body })));
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
    answer();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('You rated this match')).toBeVisible();
  });

  it('marks an accepted match complete after a Yes [spec §4.25]', async () => {
    const server = await openDialog(given.match(), 'Rate & Report Issues');
    await userEvent.click(radio('Yes'));
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    await waitFor(() => expect(server.calls(contract.matches.complete)).toHaveLength(1));
    expect(await screen.findByText('You rated this match')).toBeVisible();
  });

  it('ignores that an accepted match could not be marked complete [spec §4.26]', async () => {
    const server = await openDialog(given.match());
    server.on(contract.matches.complete, failure('MATCH_NOT_ACTIVE'));
    await userEvent.click(radio('Yes'));
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(screen.queryByText('Failed to complete match')).toBeNull();
  });

  it('warns of the strike before a No, which completes nothing [spec §2.64]', async () => {
    const server = await openDialog(given.match());
    await userEvent.click(radio('No'));
    expect(screen.getByText(sentence('Grace Hopper will get a strike'))).toBeVisible();
    const ends = 'This exchange ends, and the meal goes back to Grace Hopper.';
    const unless = 'It is a dispute instead if Grace Hopper said that it happened.';
    expect(screen.getByText(sentence(`${ends} ${unless}`))).toBeVisible();
    await userEvent.click(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    // all three fields, as always: the server keeps no score with a No
    expect(ratings(server)[0]?.body).toEqual({ score: 5, followedThrough: false });
    expect(server.calls(contract.matches.complete)).toHaveLength(0);
  });

  const said = (...sides: Match['userRole'][]) => ({
    said: { requester: sides.includes('requester'), fulfiller: sides.includes('fulfiller') },
  });

  it.each<[Partial<Match>, string]>([
    [{ userRole: 'fulfiller', ...said('requester') }, 'Grace Hopper says'],
    [{ userRole: 'requester', ...said('fulfiller') }, 'Ben Okafor says'],
    [{ userRole: 'requester', status: 'completed', ...said('fulfiller') }, 'Ben Okafor says'],
    [{ userRole: 'requester', status: 'completed', ...said('requester') }, 'You said'],
  ])('says that a No is a dispute where somebody says that it happened: %j', async (fields, who) => {
    await openDialog(given.match({ fulfiller: { name: 'Ben Okafor' }, ...fields }));
    await userEvent.click(radio('No'));
    const warning = screen.getByRole('note', {
      name: /will get a strike if those who run SpareSwipe decide for you$/,
    });
    expect(warning).toHaveTextContent(
      `${who} that it happened, so this is a dispute. The meal is set aside, and nobody gets a strike before it is decided.`,
    );
  });

  it('announces what a No does, and says of no meal that took place that it is ahead', async () => {
    const match = given.match({ status: 'completed', ...said('requester', 'fulfiller') });
    match.request.deadline = inHours(0.5);
    await openDialog(match);
    const dialog = within(screen.getByRole('dialog', { name: 'Rate Your Experience' }));
    const spoken = dialog.getByRole('status');
    expect(spoken).toBeEmptyDOMElement();
    await userEvent.click(radio('No'));
    expect(spoken).toHaveTextContent(/^Grace Hopper will get a strike if/);
    expect(screen.queryByText(/still ahead/)).toBeNull();
  });

  it('says when it is too late for a No', async () => {
    await openDialog(given.match({ status: 'completed', ...said('requester'), noCountsUntil: inHours(-1) }));
    await userEvent.click(radio('No'));
    expect(screen.getByText(/^It is too late for a No/)).toBeVisible();
    expect(screen.queryByText(/will get a strike/)).toBeNull();
  });

  it('says to a fulfiller who marked it complete that a No gives the meal back', async () => {
    await openDialog(given.match({ status: 'completed', ...said('fulfiller') }));
    await userEvent.click(radio('No'));
    expect(screen.getByText(sentence('Grace Hopper will get a strike'))).toBeVisible();
    const back = 'You said that it happened. You give the meal back to Grace Hopper.';
    const unless = 'It is a dispute instead if Grace Hopper said that it happened.';
    expect(screen.getByText(sentence(`${back} ${unless}`))).toBeVisible();
  });

  it.each<[Match['userRole'], number, boolean, boolean]>([
    ['requester', 31, true, false],
    ['requester', 29, false, true],
    ['fulfiller', 1, true, false],
    ['fulfiller', -1, false, false],
  ])(
    'with a No offers a %s, %i minutes before the deadline, to release it first: %s, or says that the meal is ahead: %s',
    async (userRole, minutes, is, isAhead) => {
      const match = given.match({ userRole });
      match.request.deadline = inHours(minutes / 60);
      await openDialog(match, is ? 'Rate & Report Issues' : undefined);
      await userEvent.click(radio('No'));
      expect(screen.queryAllByText(/calls this off without a strike for anybody\.$/)).toHaveLength(Number(is));
      expect(screen.queryAllByText(/^This meal is still ahead: \d+ min left\./)).toHaveLength(Number(isAhead));
    },
  );

  it('releases the match by that press, and says nothing bad about anybody', async () => {
    const match = given.match({ userRole: 'requester', fulfiller: { name: 'Ben Okafor' } });
    const server = await openDialog(match);
    server.on(contract.matches.release, () => {
      Object.assign(match, { status: 'cancelled', request: { ...match.request, status: 'cancelled' } });
      return { status: 200 as const, body: { success: true as const, match, isUndone: false } };
    });
    await userEvent.click(radio('No'));
    const dialog = within(screen.getByRole('dialog', { name: 'Rate Your Experience' }));
    await userEvent.click(dialog.getByRole('button', { name: "I can't make it" }));
    expect(await screen.findByText('This meal is called off, and it came back to you.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ratings(server)).toHaveLength(0);
  });

  it('shows Submitting... and sends a double click once [spec §2.62]', async () => {
    const match = given.match({ status: 'completed' });
    const server = await openDialog(match);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.on(contract.ratings.rate, () => answered.then(() => done(match)));
    await userEvent.click(radio('Yes'));
    await userEvent.dblClick(submit());
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toHaveAttribute('aria-disabled', 'true');
    answer();
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(ratings(server)).toHaveLength(1);
  });

  it('keeps what was typed when no response comes, and counts once when tried again [spec §8.33]', async () => {
    const server = await openDialog();
    await userEvent.click(radio('Yes'));
    await userEvent.click(radio('4 stars'));
    await userEvent.click(comment());
    await userEvent.paste('Nice chat');
    server.on(contract.ratings.rate, failure('INTERNAL'));
    await userEvent.click(await screen.findByRole('button', { name: 'Submit Rating' }));
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

  it('counts once, and says so, after a lost response [spec §8.32]', async () => {
    const server = await openDialog();
    server.loseAnswer(contract.ratings.rate);
    await userEvent.dblClick(submit());
    expect(await screen.findByText('Rating submitted successfully!')).toBeVisible();
    expect(screen.queryByText('Failed to submit rating')).toBeNull();
    const keys = ratings(server).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('closes with the server’s words when the match was rated elsewhere [spec §8.33]', async () => {
    const server = await openDialog();
    server.on(contract.ratings.rate, failure('ALREADY_RATED'));
    await userEvent.click(radio('Yes'));
    await userEvent.click(submit());
    expect(await screen.findByText('You have already rated this match')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sends nothing on Cancel [spec §2.62]', async () => {
    const server = await openDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ratings(server)).toHaveLength(0);
  });
});

describe('the comment', () => {
  it('counts its characters and takes 300 [spec §2.61]', async () => {
    await openDialog();
    expect(screen.getByText('0/300')).toBeVisible();
    await userEvent.click(comment());
    await userEvent.paste('a'.repeat(400));
    expect(comment()).toHaveValue('a'.repeat(300));
    expect(screen.getByText('300/300')).toBeVisible();
    expect(comment()).toHaveAccessibleDescription('300/300');
  });
});

describe('what the server does not count of a comment', () => {
  it.each([
    ['spaces around it', '  '],
    ['characters that nobody sees', '\u200b\u00ad'],
  ])('takes no room in the form either: %s [spec §2.61]', async (_what, unseen) => {
    const server = await openDialog();
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
    await openDialog();
    await userEvent.click(comment());
    await userEvent.paste('a'.repeat(299));
    await userEvent.type(comment(), ' bcd');
    expect(comment()).toHaveValue(`${'a'.repeat(299)} `);
    expect(screen.getByText('299/300')).toBeVisible();
  });

  it('is an accent that stands by itself, nor the second half of an emoji', async () => {
    await openDialog();
    await userEvent.click(comment());
    await userEvent.paste('cafe\u0301 \u{1f355}');
    expect(screen.getByText('6/300')).toBeVisible();
  });
});

describe('a list that refreshes behind the dialog', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('takes nothing away from what was typed, even when its button is gone', async () => {
    const typing = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const match = given.match();
    visit('/matches', { as: ada, server: serverWith(match) });
    await typing.click(await screen.findByRole('button', { name: 'Rate & Report Issues' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rate Your Experience' }));
    await typing.click(dialog.getByLabelText('Comment (optional)'));
    await typing.paste('Waited an hour');
    match.status = 'completed';
    await act(() => jest.advanceTimersByTimeAsync(21_000));
    expect(screen.queryByText('Rate & Report Issues')).toBeNull();
    expect(dialog.getByLabelText('Comment (optional)')).toHaveValue('Waited an hour');
  });
});
