import { expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { sentence } from '../../test/sentence';
import { visit } from '../../test/visit';

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Close this account' }));

it('does nothing by itself, since mail scanners open links, and one press closes the account', async () => {
  const opened = { name: 'Mallory', email: 'ada@state.edu', phoneEnd: '0199' };
  const server = fakeServer()
    .on(contract.account.notMeAccount, ok({ account: opened }))
    .on(contract.account.notMe, ok({ message: 'Closed' }));
  visit('/not-me/secret', { server });
  expect(await screen.findByRole('heading', { level: 1, name: "This wasn't me" })).toBeVisible();
  const whose = 'It is the account of Mallory, ada@state.edu, with the phone number that ends in 0199.';
  expect(await screen.findByText(sentence(whose))).toBeVisible();
  expect(window.location.pathname).toBe('/not-me');
  expect(server.calls(contract.account.notMe)).toHaveLength(0);
  await press();
  expect(await screen.findByRole('heading', { name: 'The account is closed' })).toHaveFocus();
  expect(server.calls(contract.account.notMe).map(({ body }) => body)).toEqual([{ token: 'secret' }]);
  expect(screen.getByRole('link', { name: 'Register it' })).toHaveAttribute('href', '/register');
});

it('says so when the link is invalid', async () => {
  const invalid = failure('INVALID_TOKEN', { message: 'This link is invalid or has expired.' });
  const server = fakeServer().on(contract.account.notMeAccount, invalid).on(contract.account.notMe, invalid);
  visit('/not-me/spent', { server });
  await press();
  expect(await screen.findByText('This link is invalid or has expired.')).toBeVisible();
});
