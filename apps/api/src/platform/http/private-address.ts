import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Not the link-local range of IPv4: some clouds forward outside traffic from it. */
const PRIVATE = { ipv4: ['loopback', 'private'], ipv6: ['loopback', 'uniqueLocal', 'linkLocal'] };

/** Whether an address belongs to this machine or to a private network (RFC 1918, RFC 4193). */
export function isPrivate(address: string): boolean {
  if (!isIP(address)) return false;
  const ip = ipaddr.process(address);
  return PRIVATE[ip.kind()].includes(ip.range());
}
