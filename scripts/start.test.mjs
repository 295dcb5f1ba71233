import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { findFreePort } from '@spareswipe/local-services';
import {
  app,
  everythingIsGone,
  logIn,
  logInOf,
  ports,
  pressCtrlC,
  typeStart,
  until,
  untilReady,
} from './test/start-command.mjs';

it('a first start starts everything, and leaves nothing behind on Ctrl-C', async () => {
  const terminal = typeStart();
  await untilReady(terminal);

  expect(terminal.text).toContain(`http://localhost:${ports.app}`);
  expect(terminal.text).toContain(`http://localhost:${ports.inbox}`);
  expect(await (await fetch(app('/'))).text()).toContain('<title>');
  expect((await fetch(`http://localhost:${ports.inbox}/email`)).status).toBe(200);

  const [, email, password] = logInOf(terminal);
  expect((await logIn(email, password)).status).toBe(200);

  await pressCtrlC(terminal);
  await until(everythingIsGone);
});

describe('start ends with a one-sentence message for', () => {
  async function refusal(settings) {
    const terminal = typeStart(settings);
    const [code] = await terminal.ended;
    expect(code).toBe(1);
    expect(terminal.text).not.toMatch(/\n\s+at /);
    return terminal.text;
  }

  it.each([
    ['PORT', 'app'],
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

  it('a wrong setting, with its name but not its value', async () => {
    const text = await refusal({ SIGNUP_CREDITS: 'seventeen', APP_ORIGIN: 'not-an-address' });
    expect(text).toContain('SIGNUP_CREDITS must be a whole number');
    expect(text).toContain('APP_ORIGIN must be an origin');
    expect(text).not.toMatch(/seventeen|not-an-address/);
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
