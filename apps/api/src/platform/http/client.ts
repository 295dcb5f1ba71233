import { isIP, SocketAddress } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Where a request comes from. `address` is an IPv4 address or an IPv6 network, as limits count them; '' once it has hung up. */
export interface Client {
  address: string;
  userAgent: string;
}

export const clientOf = ({ ip, headers }: { ip?: string | undefined } & Pick<FastifyRequest, 'headers'>): Client => ({
  address: networkOf(ip ?? ''),
  userAgent: headers['user-agent'] ?? '',
});

export const FromClient = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** One line of IPv6 has up to a /48, as a whole campus may, so limits count that: a /64 each would be 65,536 networks of one laptop. */
function networkOf(forwarded: string): string {
  // some proxies forward `address:port`, with another port for every connection
  const address = isIP(forwarded) ? forwarded : (SocketAddress.parse(forwarded)?.address ?? forwarded);
  if (!isIP(address)) return address;
  const ip = ipaddr.process(address); // reads an IPv4 address in IPv6 as IPv4
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const parts = ip.parts.slice(0, 3);
  return parts.map((part) => part.toString(16)).join(':');
}
