import { Logger } from '@nestjs/common';
import { Quarantine } from './quarantine.js';

beforeAll(() => Logger.overrideLogger(false));

const failed = (code: string) => Object.assign(new Error('failed'), { code });

it('skips a row that timed out for seconds only: its student waits for a refund', () => {
  const quarantine = new Quarantine('Test');
  quarantine.add('broken', failed('23514'), 0);
  quarantine.add('slow', failed('57014'), 0);
  expect(quarantine.ids(4999)).toEqual(['broken', 'slow']);
  expect(quarantine.ids(5000)).toEqual(['broken']);
  expect(quarantine.ids(600_000)).toEqual([]);
});

it('skips no row because the disk is full: its student waits for a refund, and the row is in order', () => {
  const quarantine = new Quarantine('Test');
  expect(() => quarantine.add('fine', failed('53100'), 0)).toThrow('failed');
  expect(quarantine.ids(1)).toEqual([]);
});
