import { contract } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches } from '../../test/given';
import { visit } from '../../test/visit';
import { put } from '../../test/fill';

const ada = given.student();
const TEXT = 'They asked me for cash at the door.';
const sent = ok({ message: 'Thank you.' });

const browsing = (...requests: ReturnType<typeof given.request>[]) =>
  fakeServer()
    .on(
      contract.requests.browse,
      ok({ requests, pagination: given.pagination({ total: requests.length }), isTotalCapped: false }),
    )
    .on(contract.reports.report, sent);

async function fill(kind = 'They asked for money', text = TEXT) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
  for (const label of ['What is it about?', 'What happened?']) expect(dialog.getByLabelText(label)).toBeRequired();
  await userEvent.selectOptions(dialog.getByLabelText('What is it about?'), kind);
  if (text) put(dialog.getByLabelText('What happened?'), text);
  // which meal it is about
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^A veggie burrito bowl/);
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }));
  return dialog;
}

it('reports a problem with a match', async () => {
  const match = given.match();
  const server = fakeServer().on(contract.matches.mine, myMatches(match)).on(contract.reports.report, sent);
  visit('/matches', { as: ada, server });
  await userEvent.click(await screen.findByRole('button', { name: 'Report a problem' }));
  await fill();
  expect(await screen.findByText(/Your report is kept for those who run/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.calls(contract.reports.report)[0]!.body).toEqual({
    about: 'match',
    id: match._id,
    kind: 'money',
    text: TEXT,
  });
});

it("reports a problem with another student's request, and none with one's own", async () => {
  const [theirs, own] = [given.request(), given.request({ isOwn: true, mealDescription: 'Mine' })];
  const server = visit('/requests', { as: ada, server: browsing(theirs, own) });
  await screen.findByRole('article', { name: 'Mine' });
  await userEvent.click(screen.getByRole('button', { name: 'Report a problem' }));
  await fill('This is not a real request');
  await screen.findByText(/Your report is kept for those who run/);
  expect(server.calls(contract.reports.report)[0]!.body).toMatchObject({ about: 'request', id: theirs._id });
});

it('keeps what was typed when the report is refused, and says why', async () => {
  const server = browsing(given.request()).on(contract.reports.report, failure('TOO_MANY_OPEN_REPORTS'));
  visit('/requests', { as: ada, server });
  await userEvent.click(await screen.findByRole('button', { name: 'Report a problem' }));
  const dialog = await fill();
  expect(await screen.findByText(/You have reported as much as you can at once/)).toBeVisible();
  expect(dialog.getByLabelText('What happened?')).toHaveValue(TEXT);
});

it('asks what it is about and what happened', async () => {
  const server = visit('/requests', { as: ada, server: browsing(given.request()) });
  await userEvent.click(await screen.findByRole('button', { name: 'Report a problem' }));
  const dialog = await fill('Please choose', '');
  expect(await dialog.findByText('Please choose what it is about')).toBeVisible();
  expect(dialog.getByText('Please say what happened in 10 to 500 characters')).toBeVisible();
  expect(server.calls(contract.reports.report)).toEqual([]);
  put(dialog.getByLabelText('What happened?'), 'x'.repeat(500));
  const tooLong = () => dialog.queryByText('This cannot be more than 500 characters.');
  expect(tooLong()).toBeNull();
  put(dialog.getByLabelText('What happened?'), 'x'.repeat(501));
  expect(tooLong()).toHaveAttribute('role', 'alert');
});
