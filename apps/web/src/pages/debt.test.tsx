import { expect, it } from '@jest/globals';
import { contract, mealPackages } from '@spareswipe/contract';
import { screen } from '@testing-library/react';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches, myRequests } from '../../test/given';
import { visit } from '../../test/visit';

const campus = () =>
  fakeServer()
    .on(contract.account.stats, ok({ stats: given.stats() }))
    .on(contract.requests.mine, myRequests())
    .on(contract.requests.places, ok({ places: [] }))
    .on(contract.matches.mine, myMatches())
    .on(contract.payments.packages, ok({ packages: mealPackages }))
    .on(contract.payments.createPaymentIntent, failure('STRIPE_NOT_CONFIGURED'))
    .on(contract.credits.history, ok({ entries: [], owed: 11, claimed: 1, pagination: given.pagination() }));

const BALANCE = [
  ['/dashboard', 'Get more meals'],
  ['/create-request', /^A request uses 1 meal/],
  ['/purchase-meals', /^You have/],
] as const;

it.each(BALANCE.map(([path]) => path))('tells a debtor on %s what the next meals pay for first', async (path) => {
  visit(path, { as: given.student({ credits: 0 }), server: campus() });
  expect(await screen.findByText('You owe 11 meals')).toBeVisible();
  expect(screen.getByText('You spent 1 disputed meal')).toBeVisible();
});

it.each(BALANCE)('does not load debts on %s for a student who has meals', async (path, balance) => {
  const server = campus().on(contract.payments.createPaymentIntent, () => new Promise(() => undefined));
  visit(path, { as: given.student({ credits: 3 }), server });
  expect(await screen.findByText(balance)).toBeVisible();
  expect(server.calls(contract.credits.history).filter(({ query }) => query.page)).toEqual([]);
});
