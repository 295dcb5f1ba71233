import { connect } from 'node:net';
import { errors, type ErrorCode } from '@spareswipe/contract';

/** The head of a request as bytes on the wire. */
export const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: a', 'content-type: application/json', ...headers, '', ''].join('\r\n');

/** Sends bytes and returns what the server sends until it hangs up. Sends `drip` every second meanwhile. */
export function talk(url: string, bytes: string | Buffer, drip = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    // Not more often: a drip that arrives after the server hung up resets the connection, and its response can be lost.
    const dripping = drip && setInterval(() => socket.writable && socket.write(drip), 1000);
    let response = '';
    socket.on('data', (chunk) => (response += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // the server may hang up before we have sent everything
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error);
    });
    socket.on('close', () => {
      clearInterval(dripping || undefined);
      resolve(response);
    });
  });
}

/** Matches a response with the failure body of this code and the status that the table of errors gives it. */
export function failing(status: number, code: ErrorCode) {
  expect(errors[code].status).toBe(status);
  return expect.stringMatching(new RegExp(`^HTTP/1.1 ${status} [^]*"success":false,[^]*"code":"${code}"`));
}

/** Matches a response of Node, which has no failure body of ours. */
export const refusal = (status: number) => expect.stringMatching(new RegExp(`^HTTP/1.1 ${status} `));
