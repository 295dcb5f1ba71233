import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { contract, type PushDevice } from '@spareswipe/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { created, failure, fakeServer, ok } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { mount } from '../../../test/mount';
import { iPhone, noPush, pushBrowser } from '../../../test/push-browser';
import { renewSubscription } from './push';
import { ThisDevice } from './this-device';

const ada = given.student({ name: 'Ada Lovelace' });
const KEY = 'B'.repeat(87);
const OTHER_KEY = `${'B'.repeat(86)}E`;

afterEach(noPush);

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');
const device = (name: string, endpoint: string): PushDevice => ({
  _id: given.student()._id,
  name,
  createdAt: new Date().toISOString(),
  endpointHash: hashOf(endpoint),
});

/** A server that knows the devices that subscribed. */
function server(devices: PushDevice[] = [], publicKey: string | null = KEY) {
  return fakeServer()
    .on(contract.push.devices, () => ok({ publicKey, devices: [...devices] }))
    .on(contract.push.subscribe, ({ body }) => {
      const subscribed = device('Chrome on Android', String(body.endpoint));
      devices.push(subscribed);
      return created({ device: subscribed });
    })
    .on(contract.push.unsubscribe, ({ params }) => {
      devices.splice(0, devices.length, ...devices.filter(({ _id }) => _id !== params.id));
      return ok({ message: 'Removed' });
    });
}

const turnOn = () => screen.findByRole('button', { name: 'Turn on' });

describe('notifications on this device', () => {
  it('ask for permission only after a press, and then are on', async () => {
    const browser = pushBrowser();
    const campus = server();
    mount(<ThisDevice />, { as: ada, server: campus });
    const button = await turnOn();
    expect(browser.asked).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByText('On: you hear of your requests and promises at once.')).toBeVisible();
    expect(browser.asked).toEqual(['permission']);
    expect(campus.calls(contract.push.subscribe)[0]!.body).toMatchObject({
      endpoint: browser.endpoint(),
      publicKey: KEY,
    });
  });

  it('are turned off in the browser and on the server', async () => {
    const browser = pushBrowser();
    const devices: PushDevice[] = [];
    mount(<ThisDevice />, { as: ada, server: server(devices) });
    await userEvent.click(await turnOn());
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    await turnOn();
    expect([devices, browser.endpoint()]).toEqual([[], undefined]);
  });

  it('explain that the student refused, and do not ask again', async () => {
    const browser = pushBrowser({ answer: 'denied' });
    const campus = server();
    mount(<ThisDevice />, { as: ada, server: campus });
    await userEvent.click(await turnOn());
    expect(await screen.findByRole('alert', { name: 'Your browser blocks notifications' })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(browser.asked).toHaveLength(1);
    expect(campus.calls(contract.push.subscribe)).toEqual([]);
    // later it interrupts nobody
    cleanup();
    mount(<ThisDevice />, { as: ada, server: campus });
    expect(await screen.findByRole('note', { name: 'Your browser blocks notifications' })).toBeVisible();
  });

  it('say on an iPhone how to put the app on the home screen first', async () => {
    iPhone();
    mount(<ThisDevice />, { as: ada, server: server() });
    expect(await screen.findByText('Put SpareSwipe on your home screen first')).toBeVisible();
    expect(screen.getByText(/Add to Home Screen/)).toBeVisible();
  });

  it('say where a browser has none', async () => {
    mount(<ThisDevice />, { as: ada, server: server() });
    expect(await screen.findByText(/This browser cannot show notifications/)).toBeVisible();
  });

  it('say where they are not set up', async () => {
    pushBrowser();
    mount(<ThisDevice />, { as: ada, server: server([], null) });
    expect(await screen.findByText(/Notifications are not set up here/)).toBeVisible();
  });

  it('stay off, with a message, when the server fails', async () => {
    pushBrowser();
    const campus = server().on(contract.push.subscribe, failure('INTERNAL'));
    mount(<ThisDevice />, { as: ada, server: campus });
    await userEvent.click(await turnOn());
    expect(await screen.findByText('Something went wrong on our side. Please try again.')).toBeVisible();
    await turnOn();
  });
});

it('lists the other devices by name and removes one', async () => {
  pushBrowser();
  const devices = [device('Safari on iPhone', 'https://push.example.com/phone')];
  mount(<ThisDevice />, { as: ada, server: server(devices) });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Safari on iPhone' }));
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(devices).toEqual([]);
});

describe('opening the app', () => {
  it('subscribes again after our key was replaced, without asking', async () => {
    const browser = pushBrowser();
    mount(<ThisDevice />, { as: ada, server: server([], OTHER_KEY) });
    await userEvent.click(await turnOn());
    await screen.findByRole('button', { name: 'Turn off' });
    const campus = server();
    await renewSubscription(ada._id);
    expect(campus.calls(contract.push.subscribe)[0]!.body).toMatchObject({
      endpoint: 'https://push.example.com/2',
      publicKey: KEY,
    });
    expect(browser.asked).toEqual(['permission']);
  });

  it('subscribes again, without asking, where the browser dropped the subscription', async () => {
    const browser = pushBrowser();
    const campus = server();
    mount(<ThisDevice />, { as: ada, server: campus });
    await userEvent.click(await turnOn());
    await screen.findByRole('button', { name: 'Turn off' });
    browser.drop();
    await renewSubscription(ada._id);
    expect(campus.calls(contract.push.subscribe)[1]!.body).toMatchObject({ endpoint: browser.endpoint() });
    expect(browser.asked).toEqual(['permission']);
  });

  it.each(['default', 'denied'])('says once that the browser took the permission back (%s)', async (permission) => {
    const browser = pushBrowser();
    mount(<ThisDevice />, { as: ada, server: server() });
    await userEvent.click(await turnOn());
    await screen.findByRole('button', { name: 'Turn off' });
    browser.drop(permission);
    await act(() => renewSubscription(ada._id));
    const notice = 'Your browser turned off notifications. You can turn them on again in your profile.';
    await userEvent.click(within((await screen.findByText(notice)).closest('[role=alert]')!).getByRole('button'));
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
    await act(() => renewSubscription(ada._id));
    expect(screen.queryByText(notice)).toBeNull();
  });

  it('subscribes nobody who has not turned notifications on', async () => {
    pushBrowser({ permission: 'granted' });
    const campus = server();
    mount(null, { as: ada, server: campus });
    await renewSubscription(ada._id);
    expect(campus.calls(contract.push.subscribe)).toEqual([]);
  });
});
