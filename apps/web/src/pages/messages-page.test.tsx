import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { given } from '../../test/given';
import { visit } from '../../test/visit';

describe('messages', () => {
  it('are announced, with the way it works until then [spec §1.9 §2.72]', async () => {
    visit('/messages', { as: given.student() });
    expect(await screen.findByRole('heading', { level: 1, name: 'Messages Coming Soon' })).toBeVisible();
    expect(screen.getByText('For now, contact details are shared by email.')).toBeVisible();
    const steps = screen.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent);
    expect(steps.filter(Boolean)).toEqual(
      expect.arrayContaining([
        'Create or accept a request',
        'Receive contact info by email',
        'Coordinate directly',
        'Complete the exchange',
      ]),
    );
  });
});
