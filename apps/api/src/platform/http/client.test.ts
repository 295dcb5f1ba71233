import { clientOf } from './client.js';

const addressOf = (ip?: string) => clientOf({ ip, headers: {} }).address;

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:50123', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['[2001:db8:1:7:3:4:5:6]:50123', '2001:db8:1'],
  ['unknown', 'unknown'],
])('counts %s as %s, whatever port a proxy adds', (ip, address) => {
  expect(addressOf(ip)).toBe(address);
});

it('knows no address of a client that has hung up', () => {
  expect(addressOf()).toBe('');
});
