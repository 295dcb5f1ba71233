import { deskContract } from '@spareswipe/contract/desk';
import { screen } from '@testing-library/react';
import { desk, id, open, pagination } from '../../test/desk';

afterEach(() => sessionStorage.clear());

it('shows in the log what each action changed, in words', async () => {
  const line = {
    _id: id,
    createdAt: '2026-03-01T12:00:00.000Z',
    operator: 'otto@dining.example',
    action: 'change-campus',
    campus: 'state',
    student: null,
    exchange: null,
    reason: 'As agreed with dining.',
    before: { pause: null, startingMeals: null, mealsOnSale: true, places: ['North Hall'] },
    after: { pause: { notice: 'Fall break.', until: null }, startingMeals: 3, mealsOnSale: true, places: [] },
  };
  const adjusted = {
    ...line,
    _id: '0198c0de-0000-7000-8000-000000000002',
    action: 'adjust',
    student: { _id: id, name: 'Sam Student' },
    before: { available: 2, debt: 0 },
    after: { amount: -1 },
  };
  const decided = {
    ...line,
    _id: '0198c0de-0000-7000-8000-000000000003',
    action: 'decide-dispute',
    exchange: {
      requestId: id,
      matchId: id,
      mealDescription: 'Ramen bowl',
      requester: { _id: id, name: 'Ruth Requester' },
      fulfiller: { _id: id, name: 'Finn Helps' },
    },
    before: { awardedTo: null },
    after: { awardedTo: 'requester' },
  };
  const lines = [line, adjusted, decided];
  const { log } = deskContract.desk;
  open('/desk/log', desk().on(log, { status: 200, body: { success: true, lines, pagination } }));
  for (const words of [
    'Campus settings changed',
    'Pause: none → Notice: Fall break.; Until: none',
    'Starting meals: none → 3',
    'Places: North Hall → none',
    'Meals given or taken: Sam Student',
    'Amount: -1',
    'Dispute decided',
    'Ramen bowl, requester Ruth Requester, fulfiller Finn Helps',
  ])
    expect(
      await screen.findByText((_, element) => element?.matches('p') === true && element.textContent === words),
    ).toBeVisible();
  expect(screen.queryByText(/Meals on sale/)).not.toBeInTheDocument();
});
