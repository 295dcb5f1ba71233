import { deskContract } from '@spareswipe/contract/desk';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test/fake-server';
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
  open('/desk/log', desk().on(log, ok({ lines, pagination })));
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

it('shows in a part of its own who read the contact of which student', async () => {
  const read = {
    _id: id,
    createdAt: '2026-03-01T12:00:00.000Z',
    operator: 'otto@dining.example',
    action: 'read-contact',
    campus: 'state',
    student: { _id: id, name: 'Sam Student' },
    exchange: null,
    reason: 'The page of the student showed address and phone number.',
    before: null,
    after: null,
  };
  const { log } = deskContract.desk;
  open(
    '/desk/log',
    desk().on(log, ({ query }) => ok({ lines: query.of === 'contacts' ? [read] : [], pagination })),
  );
  expect(await screen.findByText('Nothing yet.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Contacts read' }));
  expect(await screen.findByText('Contact read:', { exact: false })).toHaveTextContent('Contact read: Sam Student');
  expect(screen.getByText(/otto@dining\.example · state/)).toBeVisible();
});
