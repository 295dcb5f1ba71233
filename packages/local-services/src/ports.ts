import { createServer } from 'node:net';

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/** A port that is free on the loopback interface at this moment. */
export function findFreePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1');
}

/**
 * Whether a server can listen on this port, both on the loopback interface and on all interfaces: another server on
 * either would receive our connections.
 */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    try {
      await listenOnce(port, host);
    } catch (error) {
      // A machine without IPv6 cannot have a server there either.
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') return false;
    }
  }
  return true;
}
