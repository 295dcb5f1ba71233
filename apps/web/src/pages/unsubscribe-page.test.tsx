import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { visit } from '../../test/visit';

const TOKEN = '019400000000-7000';
const unsubscribing = () => fakeServer().on(contract.alerts.unsubscribe, ok({ message: 'Done' }));

describe('the link that ends alerts by mail', () => {
  it.each([
    ['a visitor', undefined],
    ['a student', given.student()],
  ])('does nothing by itself, and one press unsubscribes %s and says what still comes', async (_who, as) => {
    const server = visit(`/unsubscribe/${TOKEN}`, { as, server: unsubscribing() });
    expect(await screen.findByRole('heading', { name: 'No more alerts by email?' })).toBeVisible();
    expect(server.calls(contract.alerts.unsubscribe)).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toHaveFocus();
    expect(screen.getByText(/Emails about your own requests and matches still come/)).toBeVisible();
    expect(server.calls(contract.alerts.unsubscribe).map(({ params }) => params)).toEqual([{ token: TOKEN }]);
  });

  it('says so when it is invalid, and can be pressed again when the network was down', async () => {
    const server = visit(`/unsubscribe/${TOKEN}`, {
      server: fakeServer().on(
        contract.alerts.unsubscribe,
        failure('INVALID_TOKEN', { message: 'This link is no good' }),
      ),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('This link is no good')).toBeVisible();
    server.down();
    await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('Failed to unsubscribe')).toBeVisible();
    server.down(false);
    server.on(contract.alerts.unsubscribe, ok({ message: 'Done' }));
    await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  });
});
