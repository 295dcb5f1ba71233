import { createServer } from 'node:net';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { createTransport } from 'nodemailer';
import { startInbox, type Inbox } from './inbox.js';
import { findFreePort, isPortFree } from './ports.js';

let inbox: Inbox;
let ports: { httpPort: number; smtpPort: number };

beforeAll(async () => {
  ports = { httpPort: await findFreePort(), smtpPort: await findFreePort() };
  inbox = await startInbox(ports);
});
afterAll(() => inbox.stop());

it('shows a mail that was sent to it, attachment included', async () => {
  await createTransport(inbox.smtpUrl).sendMail({
    from: 'hello@spareswipe.example',
    to: 'ada@state.edu',
    subject: 'Your match',
    text: 'Dinner at six',
    attachments: [{ filename: 'meal.ics', content: 'BEGIN:VCALENDAR', contentType: 'text/calendar' }],
  });

  const mails = (await (await fetch(`${inbox.url}/email`)).json()) as Record<string, unknown>[];
  expect(mails).toMatchObject([
    { subject: 'Your match', to: [{ address: 'ada@state.edu' }], attachments: [{ fileName: 'meal.ics' }] },
  ]);
  expect(mails[0]!['text']).toContain('Dinner at six');
});

it('listens on the loopback interface only', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  for (const { address } of outside) await expect(fetch(`http://${address}:${ports.httpPort}/email`)).rejects.toThrow();
  expect((await fetch(`http://127.0.0.1:${ports.httpPort}/email`)).status).toBe(200);
});

it('names the port that is taken', async () => {
  const other = createServer().listen(await findFreePort(), '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(startInbox({ httpPort: await findFreePort(), smtpPort: port })).rejects.toThrow(`Port ${port} is taken`);
  other.close();
});

it('finds ports that no outgoing connection is given before a server listens there', async () => {
  const found = [await findFreePort(), await findFreePort()];
  expect(new Set(found).size).toBe(2);
  for (const port of found) expect(port).toBeLessThan(32_768); // where Linux begins, the lowest of the systems
});

it('frees its ports when it stops', async () => {
  // the last test, since it stops the inbox of all
  await inbox.stop();
  expect(await isPortFree(ports.httpPort)).toBe(true);
  expect(await isPortFree(ports.smtpPort)).toBe(true);
});
