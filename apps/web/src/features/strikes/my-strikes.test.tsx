import { contract, type OwnStrike } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { mount } from '../../../test/mount';
import { MyStrikes } from './my-strikes';
import { put } from '../../../test/fill';

const NOW = new Date();
const inDays = (count: number) => new Date(NOW.getTime() + count * 86_400_000).toISOString();
const strike: OwnStrike = {
  _id: '0198c0de-0000-7000-8000-000000000001',
  createdAt: inDays(-1),
  mealDescription: 'Ramen bowl',
  location: 'North Hall',
  deadline: inDays(-1),
  campus: { institution: 'ucla', name: 'UCLA', clock: { zone: 'Hawaii', utcOffsetMinutes: -600 } },
  contestableUntil: inDays(2),
  contest: null,
};
const TEXT = 'I waited at the hall until two.';

const showing = (...strikes: OwnStrike[]) => {
  const server = fakeServer().on(contract.strikes.mine, ok({ strikes }));
  mount(<MyStrikes now={NOW} />, { as: given.student({ strikes: { count: 1, suspendedUntil: null } }), server });
  return server;
};

it('contests a strike, which then waits for a decision', async () => {
  const server = showing(strike);
  const contested = { ...strike, contestableUntil: null, contest: contestOf(false) };
  server.on(contract.strikes.contest, () => {
    server.on(contract.strikes.mine, ok({ strikes: [contested] }));
    return ok({ strikes: [contested] });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Contest this strike' }));
  const asked = await screen.findByRole('dialog', { name: 'Contest this strike' });
  expect(asked).toHaveAccessibleDescription(/^Ramen bowl · /);
  const dialog = within(asked);
  expect(dialog.getByLabelText('What happened?')).toBeRequired();
  put(dialog.getByLabelText('What happened?'), TEXT);
  await userEvent.click(dialog.getByRole('button', { name: 'Contest strike' }));
  expect(await screen.findByText(/It suspends nobody until it is decided/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Contest this strike' })).not.toBeInTheDocument();
  expect(server.calls(contract.strikes.contest)).toMatchObject([{ params: { id: strike._id }, body: { text: TEXT } }]);
});

it.each([
  [{ contestableUntil: null }, /^Deadline: .+ Hawaii\. .+ did not follow through/],
  [{ contestableUntil: null, contest: contestOf(true) }, /You contested it, and it stands/],
])('offers nothing where the time is over or it is decided: %j', async (change, words) => {
  showing({ ...strike, ...change });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it.each([1, 2])('counts a contest as sent where only its response was lost, at press %i', async (press) => {
  const server = showing(strike);
  const mine = (contest: OwnStrike['contest']) =>
    server.on(contract.strikes.mine, ok({ strikes: [{ ...strike, contest }] }));
  server.on(contract.strikes.contest, () => {
    if (press === 1) mine(contestOf(false));
    return ok({ strikes: [] });
  });
  server.loseAnswer(contract.strikes.contest);
  await userEvent.click(await screen.findByRole('button', { name: 'Contest this strike' }));
  put(await screen.findByLabelText('What happened?'), TEXT);
  const send = screen.getByRole('button', { name: 'Contest strike' });
  await userEvent.click(send);
  if (press === 2) {
    await screen.findByText('Failed to contest this strike');
    mine(contestOf(false)).on(contract.strikes.contest, failure('CONTEST_NOT_OPEN'));
    await userEvent.click(send);
  }
  expect(await screen.findByText('Those who run your campus read what you wrote, and decide.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(/Failed|can no longer/)).toBeNull();
});

it('keeps what was typed when it comes too late, and says so', async () => {
  showing(strike).on(contract.strikes.contest, failure('CONTEST_NOT_OPEN'));
  await userEvent.click(await screen.findByRole('button', { name: 'Contest this strike' }));
  const words = await screen.findByLabelText('What happened?');
  put(words, TEXT);
  await userEvent.click(screen.getByRole('button', { name: 'Contest strike' }));
  expect(await screen.findByText('This strike can no longer be contested')).toBeVisible();
  expect(words).toHaveValue(TEXT);
});

function contestOf(isDecided: boolean) {
  return { contestedAt: inDays(-1), endsAt: inDays(6), isDecided };
}
