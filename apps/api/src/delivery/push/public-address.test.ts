import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { isAllowedEndpoint, lookupPublic } from './public-address.js';

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

describe('a name', () => {
  const PUBLIC = Buffer.from([8, 8, 8, 8]);
  const INSIDE = Buffer.from([10, 0, 0, 8]);
  const IPV6 = Buffer.from('26064700000000000000000000001111', 'hex');

  /** Looks a name up, whose server has these addresses, or is silent. */
  async function looked(addresses?: Buffer[]) {
    const server = createSocket('udp4');
    server.on('message', (query, { port, address }) => {
      if (addresses) server.send(response(query, addresses), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const resolver = new Resolver({ timeout: 200, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    try {
      return await promisify(lookupPublic(resolver))('push.example.com', { all: true });
    } finally {
      server.close();
    }
  }

  /** Of a name server (RFC 1035): the question, and each address of the kind that it asks for. */
  function response(query: Buffer, addresses: Buffer[]): Buffer {
    const end = query.indexOf(0, 12) + 5;
    const length = query.readUInt16BE(end - 4) === 1 ? 4 : 16;
    const answers = addresses
      .filter((address) => address.length === length)
      .map((address) =>
        Buffer.concat([
          Buffer.from([0xc0, 12]),
          query.subarray(end - 4, end),
          Buffer.from([0, 0, 0, 60, 0, length]),
          address,
        ]),
      );
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    return Buffer.concat([head, query.subarray(12, end), ...answers]);
  }

  it('leads to all of its public addresses', async () => {
    expect(await looked([PUBLIC, IPV6])).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await looked([IPV6])).toEqual([{ address: '2606:4700::1111', family: 6 }]);
  });

  it('leads nowhere if one of its addresses is inside', async () => {
    await expect(looked([PUBLIC, INSIDE])).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
  });

  it('leads nowhere if its server is silent or has no address', async () => {
    await expect(looked()).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await expect(looked([])).rejects.toMatchObject({ code: 'ENODATA' });
  });
});
