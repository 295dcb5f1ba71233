import { Slots } from './slots.js';

it('gives one holder so many slots, all together twice as many, and each again once it is released', () => {
  const slots = new Slots(2);
  const acquire = (...holders: string[]) => holders.map((holder) => slots.acquire(holder));
  const [release] = acquire('a', 'a');
  expect(acquire('a', 'b', 'b')).toEqual([undefined, expect.any(Function), expect.any(Function)]);
  expect(acquire('c')).toEqual([undefined]);
  release!();
  expect([slots.held, ...acquire('c', 'a')]).toEqual([3, expect.any(Function), undefined]);
});
