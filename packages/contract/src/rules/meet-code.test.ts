import { meetCode, meetColors, meetDishes } from './meet-code.js';

const ending = (byte: number) => `0198b5a0-0000-7000-8000-0000000000${byte.toString(16).padStart(2, '0')}`;

it('is the same for the same match, and uses every colour with every dish', () => {
  const codes = Array.from({ length: 256 }, (_, byte) => meetCode(ending(byte)));
  expect(meetCode(ending(7))).toEqual(codes[7]);
  const pairs = new Set(codes.map(({ color, dish }) => `${color} ${dish}`));
  expect(pairs.size).toBe(meetColors.length * Object.keys(meetDishes).length);
});
