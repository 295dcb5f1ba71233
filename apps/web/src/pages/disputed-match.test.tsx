import { describe, expect, it } from '@jest/globals';
import { contract, FORMER_STUDENT, type Match } from '@spareswipe/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer, ok } from '../../test/fake-server';
import { given, myMatches } from '../../test/given';
import { mount } from '../../test/mount';
import { sentence } from '../../test/sentence';
import { visit } from '../../test/visit';
import { MatchCard } from './matches/match-card';

const ada = given.student({ name: 'Ada Lovelace' });
const yes = { score: 5, followedThrough: true };
const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();

const serverWith = (match: Match) => fakeServer().on(contract.matches.mine, myMatches(match));

/** Shows a completed match between Ada and Grace, or Ben where Ada is the requester. */
function show(fields: Partial<Match>) {
  const match = given.match({ status: 'completed', fulfiller: { name: 'Ben Okafor' }, ...fields });
  mount(<MatchCard match={match} now={new Date()} />, { as: ada, server: serverWith(match) });
  return within(screen.getByRole('article'));
}

describe('a disputed match', () => {
  const REQUESTERS_NO = { deniedBy: 'requester', confirmedBy: 'fulfiller' } as const;
  const FULFILLERS_NO = { deniedBy: 'fulfiller', confirmedBy: 'requester' } as const;
  const TAKEN_BACK = { deniedBy: 'requester', confirmedBy: 'requester' } as const;
  const VOIDED = { deniedBy: null, confirmedBy: null, awardedTo: 'requester' } as const;

  it.each<[Match['userRole'], Partial<NonNullable<Match['dispute']>>, string]>([
    ['fulfiller', REQUESTERS_NO, 'Grace Hopper said that this did not happen. You said that it did.'],
    ['fulfiller', FULFILLERS_NO, 'You said that this did not happen. Grace Hopper said that it did.'],
    ['fulfiller', TAKEN_BACK, 'Grace Hopper said that this happened, and later that it did not.'],
    ['requester', REQUESTERS_NO, 'You said that this did not happen. Ben Okafor said that it did.'],
    ['requester', FULFILLERS_NO, 'Ben Okafor said that this did not happen. You said that it did.'],
    ['requester', TAKEN_BACK, 'You said that this happened, and later that it did not.'],
  ])('tells the %s what each said: %j', (userRole, said, text) => {
    const card = show({ userRole, dispute: given.dispute(said) });
    for (const shown of ['Completed', 'Disputed', text]) expect(card.getByText(sentence(shown))).toBeVisible();
  });

  it.each([
    ['requester', 'Voided by support: the meal is yours'],
    ['fulfiller', 'Voided by support: the meal went to Grace Hopper'],
  ] as const)('shows the %s no dispute if support voided the exchange', (userRole, title) => {
    const card = show({ userRole, dispute: given.dispute(VOIDED) });
    const note = card.getByRole('note', { name: title });
    expect(note).toHaveTextContent(/Support voided this exchange, and mailed you why\.\s*This is final\./);
    expect(note).not.toHaveTextContent(/dispute|said that/i);
  });

  it.each([
    ['requester', 'Ben Okafor then gave it to you.'],
    ['fulfiller', 'You then gave it to Grace Hopper.'],
  ] as const)('tells the %s who gave way', (userRole, text) => {
    const card = show({ userRole, dispute: given.dispute({ awardedTo: 'requester', isConceded: true }) });
    expect(card.getByText(sentence(text))).toBeVisible();
  });

  it('says where the meal is, until when, and what happens then', () => {
    const card = show({ userRole: 'requester', dispute: given.dispute({ endsAt: tomorrow }) });
    const note = card.getByRole('note', { name: 'You and Ben Okafor disagree' });
    expect(note).toHaveTextContent(
      /The meal is set aside\. If nobody decides by Tomorrow at \d+:\d\d [AP]M, it goes to the one of you with fewer disputes/,
    );
    expect(note).not.toHaveTextContent(/Spent it already/);
    expect(note).toHaveTextContent(/Giving the meal away is final\./);
    expect(within(note).getByRole('link', { name: 'The rules of fair play' })).toHaveAttribute(
      'href',
      '/help#fair-play',
    );
  });

  it('tells a fulfiller what happens if the meal is already spent', () => {
    const card = show({ dispute: given.dispute() });
    expect(card.getByText(/^Spent it already\? The next one you receive is set aside\./)).toBeVisible();
  });

  it.each([
    ['requester', 'requester', 'Dispute decided: the meal is yours', /If Ben Okafor has spent the meal/],
    ['requester', 'fulfiller', 'Dispute decided: the meal went to Ben Okafor', /so this is final\. ?$/],
    ['requester', 'nobody', 'Dispute decided: neither of you gets the meal', /so this is final\. ?$/],
    [
      'fulfiller',
      'requester',
      'Dispute decided: the meal went to Grace Hopper',
      /the next one you receive pays for it/,
    ],
    ['fulfiller', 'fulfiller', 'Dispute decided: the meal is yours', /so this is final\. ?$/],
    ['fulfiller', 'nobody', 'Dispute decided: neither of you gets the meal', /the next one you receive pays for it/],
  ] as const)('tells the %s that the %s was awarded the meal, for good', (userRole, awardedTo, title, final) => {
    const card = show({ userRole, dispute: given.dispute({ awardedTo }) });
    expect(card.getByRole('note', { name: title })).toHaveTextContent(final);
    expect(card.queryByText('Disputed')).toBeNull();
  });

  /** A server with a disputed match, which can be conceded. */
  function disputed() {
    const match = given.match({ status: 'completed', dispute: given.dispute() });
    const one = () => ok({ match });
    const server = serverWith(match)
      .on(contract.matches.one, one)
      .on(contract.ratings.concede, () => {
        match.dispute = given.dispute({ awardedTo: 'requester' });
        return one();
      });
    return { match, server };
  }

  it('ends by one press of the side that was wrong', async () => {
    const { match, server } = disputed();
    visit('/matches', { as: ada, server });
    const concede = await screen.findByRole('button', { name: "They're right, give it to Grace" });
    expect(concede).toHaveAccessibleDescription(`${match.request.mealDescription} Giving the meal away is final.`);
    await userEvent.click(concede);
    const decided = await screen.findByRole('note', { name: 'Dispute decided: the meal went to Grace Hopper' });
    expect(decided).toBeVisible();
    expect(decided.closest('[aria-live]')).toBeNull();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(/^Decided about your meal .+ at \d+:\d\d [AP]M: the meal went to Grace\.$/),
    );
    expect(server.calls(contract.ratings.concede)).toHaveLength(1);
  });

  it('says that a fulfiller who took it back gave the meal back', () => {
    const dispute = given.dispute({ deniedBy: 'fulfiller', confirmedBy: 'fulfiller', awardedTo: 'requester' });
    const card = show({ userRole: 'requester', dispute });
    const note = card.getByRole('note', { name: 'Given back: the meal is yours' });
    expect(note).toHaveTextContent('Ben Okafor said that this happened, and later that it did not.');
    expect(note).not.toHaveTextContent(/dispute/);
  });

  it('of which nobody says that it happened gives the meal back at once, and no word to a fulfiller who left', () => {
    const dispute = given.dispute({ deniedBy: 'requester', confirmedBy: null, awardedTo: 'requester' });
    const card = show({ userRole: 'requester', dispute });
    const note = card.getByRole('note', { name: 'Given back: the meal is yours' });
    expect(note).toHaveTextContent(/did not happen\.This is final\./);
  });

  it('promises no later meal of a student who has left', () => {
    const dispute = given.dispute({ deniedBy: 'requester', confirmedBy: null, awardedTo: 'requester' });
    const card = show({ userRole: 'requester', fulfiller: { name: FORMER_STUDENT }, dispute });
    const note = card.getByRole('note', { name: 'Given back: the meal is yours' });
    expect(note).toHaveTextContent(/If the student who left has spent the meal, it cannot come back\.$/);
  });

  it('that was conceded asks its fulfiller not how it went', () => {
    const card = show({ dispute: given.dispute({ awardedTo: 'requester' }) });
    expect(card.getByText('Returned')).toBeVisible();
    expect(card.queryByText('How did it go?')).toBeNull();
    expect(card.getByRole('button', { name: 'Rate Experience' })).toBeVisible();
  });

  it('that was decided for its fulfiller is one like any other', () => {
    const card = show({ dispute: given.dispute({ awardedTo: 'fulfiller' }) });
    expect(card.getByText('You fulfilled')).toBeVisible();
    expect(card.queryByText('Returned')).toBeNull();
  });

  it('stays a completed match where nobody disagrees', () => {
    const card = show({ rating: { requesterRating: yes, fulfillerRating: yes } });
    expect(card.queryByText(/dispute|disagree/i)).toBeNull();
  });
});
