import { Rotation } from './rotation.js';

it('takes those first whose last turn is longest ago, and keeps the places of those passed over', () => {
  const rotation = new Rotation(Int32Array.of(1, 2, 3, 4, 5));
  expect(rotation.take(2, () => true)).toEqual([1, 2]);
  expect(rotation.take(2, (student) => student !== 3)).toEqual([4, 5]);
  expect(rotation.take(9, () => true)).toEqual([3, 1, 2, 4, 5]);
});

it('takes nobody where nobody may be taken', () => {
  const rotation = new Rotation(Int32Array.of(1, 2));
  expect(rotation.take(1, () => false)).toEqual([]);
  expect(rotation.take(1, () => true)).toEqual([1]);
  expect(new Rotation(Int32Array.of()).take(3, () => true)).toEqual([]);
});
