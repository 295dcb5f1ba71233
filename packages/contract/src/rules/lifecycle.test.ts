import { matchStatus, requestStatus } from '../status.js';
import { canCancel, canComplete, canRate } from './lifecycle.js';

it('lets only active requests be cancelled by their owner [spec §4.19]', () => {
  expect(requestStatus.options.filter(canCancel)).toEqual(['active']);
});

it('lets only accepted matches be completed, and accepted or completed ones be rated [spec §4.24]', () => {
  expect(matchStatus.options.filter(canComplete)).toEqual(['accepted']);
  expect(matchStatus.options.filter(canRate)).toEqual(['accepted', 'completed']);
});
