import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './start/settings.mjs';
import {
  app,
  everythingIsGone,
  logIn,
  logInOf,
  ports,
  pressCtrlC,
  refusal,
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

it('--help names every option, and starts nothing', async () => {
  const program = join(ROOT, 'scripts/start.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--help'], { timeout: 20_000 });
  const options = [...readFileSync(program, 'utf8').matchAll(/argv\.includes\('(--[\w-]+)'\)/g)].map(
    ([, option]) => option,
  );
  expect(options).toContain('--fake-stripe');
  for (const option of options) if (option !== '--dev') expect(stdout).toContain(`  ${option} `);
});

describe('start ends with a one-sentence message for', () => {
  it('a taken port', async () => {
    const other = createServer().listen(Number(ports.app));
    await once(other, 'listening');
    expect(await refusal()).toContain(
      `Port ${ports.app} is taken by another program; stop that one, or set PORT to another port.`,
    );
    other.close();
  });

  it('a wrong setting, with its name but not its value', async () => {
    const text = await refusal({ SIGNUP_CREDITS: 'seventeen', APP_ORIGIN: 'not-an-address' });
    expect(text).toContain('SIGNUP_CREDITS must be a whole number');
    expect(text).toContain('APP_ORIGIN must be an origin');
    expect(text).not.toMatch(/seventeen|not-an-address/);
  });
});
