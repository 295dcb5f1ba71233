import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type PushDevice, type User } from '@spareswipe/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { created, failure, fakeServer, type FakeServer, ok } from '../../test/fake-server';
import { fill } from '../../test/fill';
import { given } from '../../test/given';
import { mount } from '../../test/mount';
import { noPush, pushBrowser } from '../../test/push-browser';
import { visit } from '../../test/visit';
import { ThisDevice } from '../features/alerts/this-device';
import { removeToken } from '../shared/session/token';

const ada = given.student({ name: 'Ada Lovelace' });
const ben = given.student({ name: 'Ben Okafor' });
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

/** A server that knows the devices that subscribed. */
function campus() {
  const devices: PushDevice[] = [];
  return fakeServer()
    .on(contract.push.devices, () => ok({ publicKey: `${'B'.repeat(86)}E`, devices: [...devices] }))
    .on(contract.push.subscribe, ({ body }) => {
      const endpointHash = createHash('sha256').update(String(body.endpoint)).digest('base64url');
      const device = { _id: ada._id, name: 'Chrome on Android', createdAt: ada.createdAt, endpointHash };
      devices.splice(0, 1, device);
      return created({ device });
    })
    .on(contract.sessions.end, ok({ message: 'Bye' }));
}

/** After this time a screen has started the worker. */
const started = () => act(() => jest.advanceTimersByTimeAsync(3_000));

/** Ada has turned notifications on in this browser and looks at a screen. */
async function notified(server: FakeServer) {
  const browser = pushBrowser();
  mount(<ThisDevice />, { as: ada, server });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await screen.findByRole('button', { name: 'Turn off' });
  cleanup();
  visit('/messages', { as: ada, server });
  await screen.findByRole('heading', { name: 'Messages Coming Soon' });
  await started();
  return browser;
}

const expire = async () => {
  act(() => removeToken('expired'));
  await screen.findByText('Your session has ended. Please log in again.');
};

async function submit({ email }: User) {
  await fill({ Email: email, Password: 'Sunny-Day1' }, user);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

async function logIn(student: User, server: FakeServer) {
  server
    .on(contract.auth.login, ok({ user: student, token: `new of ${student.name}` }))
    .on(contract.users.me, ok({ user: student }));
  await submit(student);
  await screen.findByRole('heading', { name: 'Messages Coming Soon' });
  await started();
}

const sent = (server: FakeServer) => server.calls(contract.push.subscribe).length;

beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => {
  noPush();
  jest.useRealTimers();
});

describe('a browser that gets notifications', () => {
  it('is sent to the server once for each new session', async () => {
    const server = campus();
    await notified(server);
    for (const logIns of [1, 2]) {
      await expire();
      await logIn(ada, server);
      await waitFor(() => expect(sent(server)).toBe(1 + logIns));
    }
  });

  it('forgets its subscription and shows no notification after a log-out from a screen that visitors see too', async () => {
    const server = campus();
    const browser = await notified(server);
    browser.show('Ben will bring your ramen');
    await user.click(screen.getByRole('link', { name: 'SpareSwipe home' }));
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(browser.shown()).toEqual([]));
    expect(browser.endpoint()).toBeUndefined();
  });

  it('ends its subscription where another student logs in after the session has expired, who has pressed nothing', async () => {
    const server = campus();
    const browser = await notified(server);
    await expire();
    await logIn(ben, server);
    await waitFor(() => expect(browser.endpoint()).toBeUndefined());
    expect(sent(server)).toBe(1);
  });

  it('keeps its subscription where a password is mistyped after the session has expired', async () => {
    const server = campus().on(contract.auth.login, failure('INVALID_CREDENTIALS'));
    const browser = await notified(server);
    await expire();
    await submit(ada);
    expect(await screen.findByText('Invalid email or password')).toBeVisible();
    expect(browser.endpoint()).toBeDefined();
  });
});
