import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { screen, within } from '@testing-library/react';
import { created, ok } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { iPhone, noPush, pushBrowser } from '../../../test/push-browser';
import { visit } from '../../../test/visit';
import { campus, fill, mia, MORNING, submit, user } from '../../../test/write-request';

const OFFER = 'Tell me when someone accepts';
const KEY = 'B'.repeat(87);
const DEVICE = {
  _id: given.student()._id,
  name: 'Chrome on Android',
  createdAt: MORNING.toISOString(),
  endpointHash: 'A'.repeat(43),
};

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: MORNING, advanceTimers: true });
});
afterEach(() => {
  noPush();
  jest.useRealTimers();
});

/** Posts a request and returns the server once the own requests show. `publicKey`: null where the server sends none. */
async function post(publicKey: string | null = KEY) {
  const server = campus()
    .on(contract.push.devices, ok({ publicKey, devices: [] }))
    .on(contract.push.subscribe, created({ device: DEVICE }));
  visit('/create-request', { as: mia(), server });
  await fill();
  await submit();
  expect(await screen.findByRole('heading', { name: 'No requests yet' })).toBeVisible();
  return server;
}

describe('after posting a request, the offer of notifications when someone accepts', () => {
  it('asks for permission only after a press, and then notifications are on', async () => {
    const browser = pushBrowser();
    const server = await post();
    expect(browser.asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: OFFER }));
    expect(await screen.findByText('This device tells you at once when someone accepts.')).toBeVisible();
    expect(browser.asked).toEqual(['permission']);
    expect(server.calls(contract.push.subscribe)[0]!.body).toMatchObject({ endpoint: browser.endpoint() });
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  });

  it('says that mails still come when the student then says no to the browser', async () => {
    pushBrowser({ answer: 'denied' });
    const server = await post();
    await user.click(screen.getByRole('button', { name: OFFER }));
    expect(await screen.findByText(/Your browser blocks notifications. We tell you by email/)).toBeVisible();
    expect(server.calls(contract.push.subscribe)).toEqual([]);
  });

  it('shows on an iPhone how to put the app on the home screen first, and does not return after "Not now"', async () => {
    iPhone();
    await post();
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show me how' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notifications on this device' }));
    expect(dialog.getByText('Put SpareSwipe on your home screen first')).toBeInTheDocument();
    expect(dialog.getByText(/Add to Home Screen/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    await user.click(screen.getByRole('link', { name: 'New Request' }));
    await fill();
    await submit();
    expect(await screen.findByRole('heading', { name: 'No requests yet' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show me how' })).toBeNull();
  });

  it.each([
    ['are on', () => void pushBrowser({ permission: 'granted' }), KEY],
    ['are missing in the browser', () => undefined, KEY],
    ['are not set up on the server', () => void pushBrowser(), null],
  ])('is not made where notifications %s', async (_where, prepare, publicKey) => {
    prepare();
    await post(publicKey);
    for (const name of [OFFER, 'Show me how']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

it('is not made to a student who only opens their requests', async () => {
  pushBrowser();
  const server = campus().on(contract.push.devices, ok({ publicKey: KEY, devices: [] }));
  visit('/my-requests', { as: mia(), server });
  expect(await screen.findByRole('heading', { name: 'No requests yet' })).toBeVisible();
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
});
