import { Places } from './places.js';

it('gives one taker so many places, all together twice as many, and each again once it is given back', () => {
  const places = new Places(2);
  const take = (...takers: string[]) => takers.map((taker) => places.take(taker));
  const [first] = take('a', 'a');
  expect(take('a', 'b', 'b')).toEqual([undefined, expect.any(Function), expect.any(Function)]);
  expect(take('c')).toEqual([undefined]);
  first!();
  expect([places.taken, ...take('c', 'a')]).toEqual([3, expect.any(Function), undefined]);
});
