import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contract, type AlertSettings } from '@spareswipe/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { created, failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches } from '../../test/given';
import { mount } from '../../test/mount';
import { iPhone, noPush, pushBrowser } from '../../test/push-browser';
import { address, visit } from '../../test/visit';
import { AlertsSection } from '../features/alerts/alerts-section';
import { OfferHelp } from '../features/alerts/offer-help';
import { useAlertSettings } from '../features/alerts/use-alert-settings';
import { AccountSettings } from '../features/users/account-settings';

beforeEach(() => localStorage.clear());
afterEach(noPush);

const ada = given.student();
const OFF: AlertSettings = {
  push: false,
  mail: false,
  mealPeriods: ['breakfast', 'lunch', 'dinner'],
  campus: 'mine',
  quietHours: { from: '22:00', until: '08:00' },
  timeZone: 'America/New_York',
  helpToday: false,
  showDetails: false,
};
const pagination = given.pagination({ total: 0, pages: 0 });

/** A server that keeps the settings of a student. */
function keeping(fields: Partial<AlertSettings> = {}) {
  let settings = { ...OFF, ...fields };
  return fakeServer()
    .on(contract.alerts.settings, () => ok({ settings }))
    .on(contract.alerts.changeSettings, ({ body }) => {
      settings = { ...settings, ...body };
      return ok({ settings });
    })
    .on(contract.alerts.test, ok({ sent: ['mail'] }))
    .on(contract.users.profile, ok({ data: { user: ada } }))
    .on(contract.account.stats, ok({ stats: given.stats() }))
    .on(contract.credits.history, ok({ entries: [], owed: 0, claimed: 0, pagination }))
    .on(contract.sessions.mine, ok({ sessions: [] }));
}

/** The same where notifications are set up, and `count` devices get them. */
function withDevices(server: ReturnType<typeof keeping>, count: number) {
  const device = { name: 'Chrome on Android', createdAt: new Date().toISOString(), endpointHash: 'A'.repeat(43) };
  const devices = Array.from({ length: count }, () => ({ ...device, _id: given.student()._id }));
  return server
    .on(contract.push.devices, ok({ publicKey: 'B'.repeat(87), devices }))
    .on(contract.push.subscribe, ({ body }) => {
      const endpointHash = createHash('sha256').update(String(body.endpoint)).digest('base64url');
      const subscribed = { ...device, _id: ada._id, endpointHash };
      devices.push(subscribed);
      return created({ device: subscribed });
    });
}

async function section(server = keeping()) {
  mount(<AlertsSection />, { as: ada, server });
  await screen.findByLabelText('I can help today');
  fireEvent.click(screen.getByText('More'));
  return screen;
}
const changesOf = (server: ReturnType<typeof keeping>) =>
  server.calls(contract.alerts.changeSettings).map(({ body: { timeZone: _, ...changes } }) => changes);

describe('the alerts in the profile', () => {
  it('leave "Email" to the address of the account', async () => {
    mount([<AccountSettings key="account" user={ada} />, <AlertsSection key="alerts" />], {
      as: ada,
      server: keeping(),
    });
    await screen.findByLabelText('I can help today');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  });

  it('are saved at once, each with the zone of the browser, and say so', async () => {
    const server = keeping();
    const alerts = await section(server);
    const saving = alerts.getByText('Changes are saved at once.');
    expect(saving).toBeVisible();
    expect(saving).not.toHaveAttribute('role');
    await userEvent.click(alerts.getByLabelText('Mail'));
    fireEvent.click(alerts.getByLabelText('Lunch'));
    await userEvent.selectOptions(alerts.getByLabelText('From where'), 'All campuses');
    fireEvent.change(alerts.getByLabelText('Until'), { target: { value: '07:30' } });
    expect(await alerts.findByText('Saved.')).toHaveAttribute('role', 'status');
    await waitFor(() =>
      expect(changesOf(server)).toEqual([
        { mail: true },
        { mealPeriods: ['breakfast', 'dinner'] },
        { campus: 'all' },
        { quietHours: { from: '22:00', until: '07:30' } },
      ]),
    );
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const { body } of server.calls(contract.alerts.changeSettings)) expect(body.timeZone).toBe(zone);
    expect(alerts.getByText(/These are times in [A-Z][\w+: ]+\.$/)).toBeVisible();
    expect(alerts.getByRole('group', { name: 'Quiet hours' })).toHaveAccessibleDescription(/These are times in/);
  });

  it.each([
    [{ push: false, mail: false }, 1, true],
    [{ push: true, mail: false }, 0, true],
    [{ push: true, mail: false }, 1, false],
    [{ push: false, mail: true }, 0, false],
  ])('with %j and %i devices, say that no alert comes: %s', async (ways, devices, isUnheard) => {
    await section(withDevices(keeping(ways), devices));
    const help = screen.getByLabelText('I can help today');
    await waitFor(() => {
      if (isUnheard) expect(help).toHaveAccessibleDescription(/But no alert reaches you/);
      else
        expect(help).toHaveAccessibleDescription(/^Until midnight, outside your quiet hours, you are among the first/);
    });
  });

  it("say when the quiet hours are in a time zone that differs from the device's", async () => {
    const alerts = await section(keeping({ timeZone: 'Asia/Tokyo' }));
    expect(
      alerts.getByText(/These are times in Japan Standard Time\. Your device is set to [A-Z][\w+: ]+\. Saving\b/),
    ).toBeVisible();
  });

  it('show two switches, this device and mail, and the rest after "More"', async () => {
    mount(<AlertsSection />, { as: ada, server: keeping() });
    expect(await screen.findByLabelText('Mail')).toBeVisible();
    expect(screen.getByLabelText('I can help today')).toBeVisible();
    expect(screen.getByText('Quiet hours')).not.toBeVisible();
  });

  it('come to this device with the press that turns notifications on', async () => {
    pushBrowser();
    const server = withDevices(keeping(), 0);
    const alerts = await section(server);
    await userEvent.click(await alerts.findByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(changesOf(server)).toEqual([{ push: true }]));
  });

  it('go back to what is saved when the server refuses', async () => {
    const server = keeping().on(contract.alerts.changeSettings, failure('VALIDATION_FAILED', { message: 'Not so' }));
    const alerts = await section(server);
    await userEvent.click(alerts.getByLabelText('Mail'));
    expect(await screen.findByText('Not so')).toBeVisible();
    expect(alerts.getByText('Not saved. Please try again.')).toBeVisible();
    await waitFor(() => expect(alerts.getByLabelText('Mail')).not.toBeChecked());
  });

  it('say which news still comes in quiet hours, and save no time that is half typed', async () => {
    const server = keeping();
    const alerts = await section(server);
    expect(
      alerts.getByText(/^No alerts come between these times; news of your own requests and promises still comes\./),
    ).toBeVisible();
    fireEvent.change(alerts.getByLabelText('From'), { target: { value: '' } });
    // heard, since the focus may be on the next field by then
    expect(await alerts.findByRole('alert')).toHaveTextContent('Please enter a time');
    expect(changesOf(server)).toEqual([]);
  });

  it('say, also aloud, that no device gets them, where none is on', async () => {
    const alerts = await section(withDevices(keeping({ push: true }), 0));
    const box = alerts.getByLabelText('Notifications on my devices');
    const words = 'No device gets them yet.';
    await waitFor(() => expect(box).toHaveAccessibleDescription(words));
    expect(alerts.queryByText(words, { selector: '[role=status]' })).toBeNull();
    fireEvent.click(box);
    await waitFor(() => expect(box).not.toHaveAccessibleDescription(words));
    fireEvent.click(box);
    expect(await alerts.findByText(words, { selector: '[role=status]' })).toBeInTheDocument();
    expect(await alerts.findByText('Saved.')).toBeVisible();
    expect(alerts.getByRole('button', { name: 'Send me a test' })).toBeDisabled();
    expect(alerts.getByText('Switch on notifications or email first.')).toBeVisible();
  });

  it('say what a device gets while alerts on it are off, and send it a test', async () => {
    const server = withDevices(keeping(), 1).on(contract.alerts.test, ok({ sent: ['push'] }));
    const alerts = await section(server);
    const box = alerts.getByLabelText('Notifications on my devices');
    await waitFor(() =>
      expect(box).toHaveAccessibleDescription('Now they get news of your own requests and promises only.'),
    );
    await userEvent.click(alerts.getByRole('button', { name: 'Send me a test' }));
    expect(await alerts.findByText('Sent to your devices.')).toBeVisible();
    await userEvent.click(box);
    expect(box).not.toHaveAccessibleDescription();
  });

  it('send a test once there is a way to send it', async () => {
    const alerts = await section();
    expect(alerts.getByRole('button', { name: 'Send me a test' })).toBeDisabled();
    expect(alerts.getByText('Switch on notifications or email first.')).toBeVisible();
    await userEvent.click(alerts.getByLabelText('Mail'));
    await userEvent.click(alerts.getByRole('button', { name: 'Send me a test' }));
    expect(await alerts.findByText('Sent to your mailbox.')).toBeVisible();
  });
});

describe('the offer of alerts about other meals', () => {
  /** Loads the settings, and says so. */
  const Settings = () => (useAlertSettings().settings ? <p>Settings are loaded</p> : null);

  async function offer(server: ReturnType<typeof keeping>, as = ada) {
    mount([<OfferHelp key="offer" />, <Settings key="settings" />], { as, server });
    await screen.findByText('Settings are loaded');
  }

  async function openOffer() {
    await userEvent.click(await screen.findByRole('button', { name: 'Tell me of other meals' }));
    return within(await screen.findByRole('dialog', { name: 'Hear of other meals' }));
  }

  it('stands on an empty Browse, and one press in its dialog switches mails on', async () => {
    const server = keeping()
      .on(contract.requests.browse, ok({ requests: [], pagination }))
      .on(contract.matches.mine, myMatches());
    visit('/requests', { as: ada, server });
    const dialog = await openOffer();
    expect(dialog.queryByRole('button', { name: 'Notify this device' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Alert me by email' }));
    expect(await dialog.findByText('You will get an email.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Done' })).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Tell me of other meals' })).toBeNull());
    expect(changesOf(server)).toEqual([{ mail: true }]);
  });

  it('notifies this device after one press, and asks the browser only then', async () => {
    const browser = pushBrowser();
    const server = withDevices(keeping(), 0);
    await offer(server);
    const dialog = await openOffer();
    await dialog.findByRole('button', { name: 'Notify this device' });
    expect(browser.asked).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Notify this device' }));
    expect(await dialog.findByText('This device will notify you.')).toBeVisible();
    expect(browser.asked).toEqual(['permission']);
    expect(server.calls(contract.push.subscribe)).toHaveLength(1);
    expect(changesOf(server)).toEqual([{ push: true }]);
  });

  it('keeps the email when the student says no to the browser', async () => {
    pushBrowser({ answer: 'denied' });
    const server = withDevices(keeping(), 0);
    await offer(server);
    const dialog = await openOffer();
    await userEvent.click(await dialog.findByRole('button', { name: 'Notify this device' }));
    expect(await dialog.findByText('Your browser blocks notifications, but you can get an email.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Notify this device' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Alert me by email' }));
    expect(await dialog.findByText('You will get an email.')).toBeVisible();
    expect(changesOf(server)).toEqual([{ mail: true }]);
  });

  it('says on an iPhone how to put the app on the home screen first', async () => {
    iPhone();
    await offer(withDevices(keeping(), 0));
    const dialog = await openOffer();
    const how = await dialog.findByText('Put SpareSwipe on your home screen first');
    await waitFor(() => expect(how).toBeVisible());
    expect(dialog.getByRole('button', { name: 'Alert me by email' })).toBeVisible();
  });

  it('does not return once it is declined', async () => {
    await offer(keeping());
    const dialog = await openOffer();
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByText('Tell me of other meals')).toBeNull());
    cleanup();
    await offer(keeping());
    expect(screen.queryByText('Tell me of other meals')).toBeNull();
  });

  it.each([
    ['has alerts already', ada, { mail: true }],
    ['only wants to ask', given.student({ rolePreference: 'requester' }), {}],
  ])('is not made to a student who %s', async (_who, as, settings) => {
    await offer(keeping(settings), as);
    expect(screen.queryByText('Tell me of other meals')).toBeNull();
  });

  it('takes the place of the first request that was accepted', async () => {
    const requests = [given.request(), given.request()];
    const server = keeping()
      .on(contract.requests.browse, ok({ requests, pagination: given.pagination() }))
      .on(contract.matches.mine, myMatches())
      .on(contract.matches.accept, created({ match: given.match() }));
    visit('/requests', { as: ada, server });
    for (const button of await screen.findAllByRole('button', { name: 'Accept Request' }))
      await userEvent.click(button);
    expect(await screen.findAllByText(/You're helping/)).toHaveLength(2);
    expect(await screen.findAllByRole('button', { name: 'Tell me of other meals' })).toHaveLength(1);
  });
});

it('a request opened from its alert asks for help, and is noted as opened', async () => {
  const request = given.request();
  const server = keeping()
    .on(contract.requests.one, ok({ request }))
    .on(contract.requests.browse, ok({ requests: [request], pagination }))
    .on(contract.alerts.opened, ok({ message: 'Noted' }));
  visit(`/requests?open=${request._id}&alert=1`, { as: ada, server });
  expect(await screen.findByRole('heading', { name: 'Can you help?' })).toBeVisible();
  await waitFor(() => expect(server.calls(contract.alerts.opened)[0]?.body).toEqual({ requestId: request._id }));
  server.on(contract.requests.one, failure('NOT_FOUND'));
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await screen.findByRole('heading', { name: 'From your alert' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/requests');
});
