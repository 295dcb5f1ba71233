import { expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen } from '@testing-library/react';
import { fakeServer } from '../../test/fake-server';
import { given, myMatches } from '../../test/given';
import { visit } from '../../test/visit';

it('a phone whose clock is a minute ahead offers Undo all the same: the server’s clock counts', async () => {
  const server = fakeServer()
    .aheadBy(-60_000)
    .on(contract.matches.mine, () => {
      const match = given.match({ createdAt: new Date(Date.now() - 62_000).toISOString(), contact: null });
      return myMatches(match);
    });
  visit('/matches', { as: given.student(), server });
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});
