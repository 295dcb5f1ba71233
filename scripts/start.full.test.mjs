import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { findFreePort, findRunningPostgres } from '@spareswipe/local-services';
import {
  dataDir,
  everythingIsGone,
  isReady,
  logIn,
  logInOf,
  ports,
  programs,
  refusal,
  typeCommand,
  typeStart,
  until,
  untilReady,
} from './test/start-command.mjs';

describe('a first start', () => {
  it('survives a crash of every part', async () => {
    const terminal = typeStart();
    await untilReady(terminal);
    const [, email, password] = logInOf(terminal);
    process.kill((await findRunningPostgres(dataDir)).pid, 'SIGKILL');
    await until(() => terminal.text.includes('PostgreSQL is back'));
    await until(isReady);
    expect((await logIn(email, password)).status).toBe(200);

    const [api] = programs().filter(({ command }) => command.includes('dist/main.js'));
    process.kill(api.pid, 'SIGKILL');
    await until(() => terminal.text.includes('The API is back'));
    expect((await logIn(email, password)).status).toBe(200);
  });
});

it('an operator who is invited beside a start gets a link to its port', async () => {
  await untilReady(typeStart());
  const invited = typeCommand(['operator:invite', 'ines@dining.example', '--platform']);
  expect(await invited.ended).toEqual([0, null]);
  const mails = async () => (await fetch(`http://localhost:${ports.inbox}/email`)).json();
  await until(async () => (await mails()).length > 0);
  expect((await mails())[0].text).toContain(`http://localhost:${ports.app}/desk/invitation`);
});

it('in development, both compilers wait for changes, and end with it', async () => {
  const terminal = typeCommand(['dev']);
  await untilReady(terminal);
  await until(() => terminal.text.match(/Watching for file changes/g)?.length === 2);
  process.kill(-terminal.child.pid, 'SIGINT');
  await terminal.ended;
  await until(everythingIsGone);
});

describe('a second start', () => {
  it('keeps the data, refuses a concurrent start, and ends everything when start is killed', async () => {
    const terminal = typeStart();
    await untilReady(terminal);
    const [, email, password] = logInOf(terminal);
    expect((await logIn(email, password)).status).toBe(200);

    const other = typeStart({ PORT: String(await findFreePort()), SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(await other.ended).toEqual([1, null]);
    expect(other.text).toMatch(/is in use by another start \(PostgreSQL process \d+\); stop that one, or set DATA_DIR/);

    const [start] = programs().filter(
      ({ command }) => command.includes('node scripts/start.mjs') && !/^sh /.test(command),
    );
    process.kill(start.pid, 'SIGKILL');
    await terminal.ended;
    await until(everythingIsGone);
  });

  it('ends when only the package manager above it is killed', async () => {
    const terminal = typeStart();
    await untilReady(terminal);
    terminal.child.kill('SIGKILL');
    await terminal.ended;
    await until(everythingIsGone);
  });
});

describe('start ends with a one-sentence message for', () => {
  it.each([
    ['INBOX_PORT', 'inbox'],
    ['INBOX_SMTP_PORT', 'smtp'],
  ])('a taken %s', async (name, which) => {
    const other = createServer().listen(Number(ports[which]));
    await once(other, 'listening');
    expect(await refusal()).toContain(
      `Port ${ports[which]} is taken by another program; stop that one, or set ${name} to another port.`,
    );
    other.close();
  });

  it('a database that does not respond, without its password', async () => {
    const text = await refusal({ DATABASE_URL: `postgres://u:secret-word@127.0.0.1:${await findFreePort()}/x` });
    expect(text).toMatch(/PostgreSQL does not answer/);
    expect(text).not.toContain('secret-word');
  });

  it('every setting that is missing in production', async () => {
    const text = await refusal({ NODE_ENV: 'production' });
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'APP_ORIGIN', 'JWT_SECRET'])
      expect(text).toContain(`${name} is not set`);
  });
});
