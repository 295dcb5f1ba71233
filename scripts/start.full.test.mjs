import { describe, expect, it } from '@jest/globals';
import { findFreePort, findRunningPostgres } from '@spareswipe/local-services';
import {
  dataDir,
  everythingIsGone,
  isReady,
  logIn,
  logInOf,
  programs,
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
