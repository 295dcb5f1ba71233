import { matchStatus, requestStatus } from '../status.js';
import { canCancel, canComplete, canRate, matchMoves, requestMoves } from './lifecycle.js';

it('lets only active requests be cancelled by their owner', () => {
  expect(requestStatus.options.filter(canCancel)).toEqual(['active']);
});

it('lets only accepted matches be completed, and accepted or completed ones be rated', () => {
  expect(matchStatus.options.filter(canComplete)).toEqual(['accepted']);
  expect(matchStatus.options.filter(canRate)).toEqual(['accepted', 'completed']);
});

it('never leaves a final status', () => {
  for (const status of ['completed', 'cancelled', 'expired'] as const) expect(requestMoves[status]).toEqual([]);
  for (const status of ['completed', 'cancelled'] as const) expect(matchMoves[status]).toEqual([]);
});
