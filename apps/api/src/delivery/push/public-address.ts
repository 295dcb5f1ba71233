import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Not public, though their ranges do not say so: IPv4 addresses written as IPv6, and the host of an Azure machine. */
const NOT_PUBLIC = {
  ipv6: ipaddr.IPv6.parseCIDR('::/96'),
  ipv4: ipaddr.IPv4.parseCIDR('168.63.129.16/32'),
};

/** Whether an address is one of the public internet: not this machine, a private network or a cloud's own services. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !parsed.match(NOT_PUBLIC[parsed.kind()]);
}

const isLoopback = (address: string): boolean => ipaddr.process(address).range() === 'loopback';

/**
 * Whether we may send to an endpoint, which any student can make up. A name's addresses are checked when we connect.
 * `localToo`: the stand-ins of development and tests, which listen on this machine and without TLS.
 */
export function isAllowedEndpoint(endpoint: string, localToo: boolean): boolean {
  const { protocol, hostname, username, password } = new URL(endpoint);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (username || password) return false;
  if (localToo && ['http:', 'https:'].includes(protocol) && isIP(host) && isLoopback(host)) return true;
  return protocol === 'https:' && (!isIP(host) || isPublic(host));
}

/**
 * Resolves a name for a connection and refuses it if any of its addresses is not public, so that names can't lead inside.
 * Not by `dns.lookup`: Node runs two of these at a time, and names whose servers are silent would keep the lookups of
 * PostgreSQL and Stripe waiting.
 */
export const lookupPublic =
  (resolver = new Resolver({ timeout: 2000, tries: 1 })): LookupFunction =>
  (host, { all }, done) => {
    addressesOf(host, resolver).then(
      (addresses) => {
        const [first] = addresses;
        if (all) done(null, addresses);
        else done(null, first!.address, first!.family);
      },
      (error: unknown) => done(error as NodeJS.ErrnoException, []),
    );
  };

async function addressesOf(host: string, resolver: Resolver) {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [
    ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map((address) => ({ address, family: 4 })),
    ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map((address) => ({ address, family: 6 })),
  ];
  if (!addresses.every(({ address }) => isPublic(address)))
    throw Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' });
  if (ipv4.status === 'rejected' && !addresses.length) throw ipv4.reason;
  // an alias of a name without addresses: `net` would throw where nobody catches it
  if (!addresses.length) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return addresses;
}
