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
  // types of RFC 1035 and 3596
  const PUBLIC = { type: 1, data: Buffer.from([8, 8, 8, 8]) };
  const INSIDE = { type: 1, data: Buffer.from([10, 0, 0, 8]) };
  const IPV6 = { type: 28, data: Buffer.from('26064700000000000000000000001111', 'hex') };
  /** Of a name with an "x." before it. */
  const ALIAS = { type: 5, data: Buffer.from([1, 0x78, 0xc0, 12]) };

  /** Looks a name up, whose server has these records, or is silent. */
  async function looked(records?: (typeof PUBLIC)[]) {
    const server = createSocket('udp4');
    server.on('message', (query, { port, address }) => {
      if (records) server.send(response(query, records), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const resolver = new Resolver({ timeout: records ? 20_000 : 200, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    try {
      return await promisify(lookupPublic(resolver))('push.example.com', { all: true });
    } finally {
      server.close();
    }
  }

  /** Of a name server: the question, and each record of the type that it asks for. */
  function response(query: Buffer, records: (typeof PUBLIC)[]): Buffer {
    const end = query.indexOf(0, 12) + 5;
    const asked = query.readUInt16BE(end - 4);
    const answers = records
      .filter(({ type }) => [asked, ALIAS.type].includes(type))
      .map(({ type, data }) =>
        Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data]),
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

  it('leads nowhere if its server is silent or has no address, also as an alias', async () => {
    await expect(looked()).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await expect(looked([])).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(looked([ALIAS])).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});
