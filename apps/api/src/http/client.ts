import { isIPv6 } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Where a request comes from. `address` is an IPv4 address or an IPv6 network, as limits count them. */
export interface Client {
  address: string;
  userAgent: string;
}

export const FromClient = createParamDecorator((_: unknown, context: ExecutionContext): Client => {
  const { ip, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return { address: networkOf(ip), userAgent: headers['user-agent'] ?? '' };
});

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** One household or dormitory room has a whole IPv6 /64, so single addresses of it say nothing. */
function networkOf(address: string): string {
  const ipv4 = IPV4_IN_IPV6.exec(address)?.[1];
  if (ipv4 || !isIPv6(address)) return ipv4 ?? address;
  const [head = '', tail] = address.split('::');
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':');
}
