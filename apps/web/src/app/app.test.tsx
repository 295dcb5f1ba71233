import { expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen } from '@testing-library/react';
import { failure, fakeServer } from '../../test/fake-server';
import { address, visit } from '../../test/visit';

it.each(['/', '/login', '/register', '/verify-email/some-token'])(
  'lets a visitor stay at %s [spec §2.1 §6.1]',
  async (path) => {
    visit(path, { server: fakeServer().on(contract.auth.verifyEmail, failure('INVALID_TOKEN')) });
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    if (path.includes('token')) expect(await screen.findByText(/Links expire/)).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(address()).toBe(path);
  },
);
