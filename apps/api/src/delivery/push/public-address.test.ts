import { isAllowedEndpoint } from './public-address.js';

it.each([
  'http://push.example.com/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://10.0.0.8/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://0.0.0.0/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[fd00::1]/x',
  'https://[fe80::1]/x',
  'https://[::127.0.0.1]/x',
  'https://168.63.129.16/x',
  ['https://user', 'secret@push.example.com/x'].join(':'),
  'ftp://push.example.com/x',
])('no endpoint may lead inside: %s [asvs V1.3]', (endpoint) => {
  expect(isAllowedEndpoint(endpoint, false)).toBe(false);
});

it('an endpoint may have a name or a public address', () => {
  for (const endpoint of ['https://push.example.com/x', 'https://8.8.8.8/x', 'https://[2606:4700::1111]/x'])
    expect({ endpoint, isAllowed: isAllowedEndpoint(endpoint, false) }).toEqual({ endpoint, isAllowed: true });
});
