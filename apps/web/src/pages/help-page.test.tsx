import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { visit } from '../../test/visit';

it('says each subject in one line, and its details after a press', async () => {
  visit('/help');
  const asking = await screen.findByText('It uses 1 meal, which comes back if nobody helps.');
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(6);
  const details = screen.getByText(/A request uses 1 meal of your balance/);
  expect(details).not.toBeVisible();
  await userEvent.click(asking);
  expect(details).toBeVisible();
});

describe('the rules of fair play', () => {
  it('are open to everybody: disputes, strikes, promises and starting meals, with their numbers', async () => {
    visit('/help#fair-play');
    const heading = await screen.findByRole('heading', { level: 2, name: 'Fair play' });
    const rules = within(heading.closest('details')!);
    expect(heading.closest('summary')).toHaveFocus();
    for (const name of ['When two disagree', 'Strikes', 'What you can promise', 'Starting meals'])
      expect(rules.getByRole('heading', { level: 3, name })).toBeVisible();
    for (const words of [
      /A No has an effect until 48 hours after the deadline, or after one of you marked/,
      /say that the other is right/,
      /After 14 days a dispute ends by itself: .* on a tie to neither/,
      /contest a strike in your profile for 72 hours/,
      /^10 meals at once, and 25 once 3 other students have confirmed/,
      /until 30 minutes before the deadline.* release 10 matches in 24 hours/,
      /once for each mailbox\. A second account of it starts without meals/,
    ])
      expect(rules.getByText(words)).toBeVisible();
  });
});
