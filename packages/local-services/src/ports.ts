import { createServer } from 'node:net';

function listenOnce(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}

// Below the ports that a kernel gives to outgoing connections: one of those could be taken before a server listens there.
const FIRST_PORT = 20_000;
// Each process asks for others, since several look for ports at the same time.
let next = FIRST_PORT + (process.pid % 1_000) * 12;

/** A port that is free on the loopback interface, and that no outgoing connection will be given. */
export async function findFreePort(): Promise<number> {
  const port = next++;
  return (await isPortFree(port)) ? port : findFreePort();
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
