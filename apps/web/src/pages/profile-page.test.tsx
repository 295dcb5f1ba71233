import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type CreditEntry, type User } from '@spareswipe/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { fill } from '../../test/fill';
import { given } from '../../test/given';
import { mount } from '../../test/mount';
import { address, visit } from '../../test/visit';
import { AccountActions } from '../features/account/account-actions';
import { DeactivateSignedOn } from '../features/account/deactivate-signed-on';
import { CreditHistoryList } from '../features/credits/credit-history-list';
import { AccountSettings } from '../features/users/account-settings';
import { PhoneSettings } from '../features/users/phone-settings';

const ada = given.student({ name: 'Ada Lovelace', credits: 3 });
const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
const newId = () => given.student()._id;

let movements = 0;
const entry = (fields: Partial<CreditEntry> = {}): CreditEntry => ({
  sequence: String(++movements),
  kind: 'grant',
  amount: 2,
  balance: 2,
  createdAt: yesterday,
  request: null,
  dispute: null,
  ...fields,
});

interface Account {
  entries?: CreditEntry[];
  owed?: number;
  claimed?: number;
}

/** A server that knows everything of this student. */
function accountOf(user: User, { entries = [entry()], owed = 0, claimed = 0 }: Account = {}) {
  const device = (name: string, current: boolean) => ({
    _id: newId(),
    device: name,
    createdAt: yesterday,
    lastUsedAt: yesterday,
    current,
  });
  return fakeServer()
    .on(contract.users.profile, ok({ data: { user } }))
    .on(
      contract.account.stats,
      ok({ stats: { requests: { active: 1, total: 9 }, fulfillments: { total: 4 }, totalCompleted: 7 } }),
    )
    .on(contract.credits.history, ({ query }) => {
      const current = Number(query.page);
      const pagination = { current, pages: 2, total: 12, hasPrev: current > 1, hasNext: current < 2 };
      return ok({ entries, owed, claimed, pagination });
    })
    .on(
      contract.sessions.mine,
      ok({ sessions: [device('Chrome on Windows', true), device('Safari on iPhone', false)] }),
    )
    .on(contract.users.updateProfile, ({ body }) => {
      Object.assign(user, body);
      return ok({ user });
    });
}

const section = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  const found = heading.closest('section');
  if (!found) throw new Error(`${name} is no section`);
  return within(found);
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the profile', () => {
  it('shows who the student is, how many meals they have, what they did, and what it means to leave [spec §2.66 §2.67 §2.71]', async () => {
    visit('/profile', { as: ada, server: accountOf(ada) });
    const about = within(await screen.findByRole('region', { name: 'About you' }));
    for (const text of ['AL', 'Ada Lovelace', 'ada@cs.stanford.edu', 'cs stanford', 'Email Verified'])
      expect(about.getByText(text)).toBeVisible();
    expect(await about.findByText('· Stanford University')).toBeVisible();
    expect(about.getByText(/meals left/)).toHaveTextContent('3 meals left');
    const activity = await section('Your Activity');
    const figure = (label: string) => activity.getByText(label).nextElementSibling;
    expect(figure('Requests Created')).toHaveTextContent('9');
    expect(figure('Requests Fulfilled')).toHaveTextContent('4');
    expect(figure('Completed Exchanges')).toHaveTextContent('7');
    expect(figure('Active Requests')).toHaveTextContent('1');
    const actions = await section('Account Actions');
    expect(
      actions.getByText(
        'Deactivating your account cancels all your active requests and blocks your access. This cannot be undone.',
      ),
    ).toBeVisible();
  });

  it('says once that nothing could be loaded, however much is missing, and loads when tried again [spec §8.20]', async () => {
    const server = accountOf(ada);
    for (const route of [contract.users.profile, contract.credits.history, contract.sessions.mine])
      server.on(route, failure('NOT_FOUND'));
    visit('/profile', { as: ada, server });
    expect(await screen.findByText('Failed to load profile data')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    server.on(contract.users.profile, ok({ data: { user: ada } }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
    expect(await screen.findByRole('heading', { name: 'Account Settings' })).toBeVisible();
  });
});

describe('the account settings', () => {
  it('save name and role preference, and the new name shows everywhere at once [spec §2.68 §4.10 §8.15]', async () => {
    const server = accountOf({ ...ada });
    visit('/profile', { as: { ...ada }, server });
    await fill({ 'Full name': ' Ada King ' });
    await userEvent.selectOptions(screen.getByLabelText('Role preference'), 'fulfiller');
    await click('Save Changes');
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    expect(server.calls(contract.users.updateProfile)[0]?.body).toEqual({
      name: 'Ada King',
      rolePreference: 'fulfiller',
    });
    expect(await screen.findByRole('link', { name: 'Ada King' })).toHaveAttribute('href', '/profile');
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada King');
    expect(screen.getByLabelText('Full name')).toBeRequired();
  });

  it('save a change that comes right after another, but not a second tap', async () => {
    const server = accountOf({ ...ada });
    visit('/profile', { as: { ...ada }, server });
    await fill({ 'Full name': 'Ada King' });
    await click('Save Changes');
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    await click('Save Changes');
    await fill({ 'Full name': 'Ada Byron' });
    await click('Save Changes');
    await waitFor(() => expect(server.calls(contract.users.updateProfile)).toHaveLength(2));
    expect(server.calls(contract.users.updateProfile)[1]?.body).toMatchObject({ name: 'Ada Byron' });
  });

  it('leave the phone number to a separate form, which changes nothing else', async () => {
    const server = accountOf({ ...ada });
    mount(<PhoneSettings user={ada} />, { as: ada, server });
    const phone = await screen.findByLabelText('Phone number');
    expect(phone).toHaveValue('+1 555 010 0100');
    await fill({ 'Phone number': '(617) 555-0100' });
    await click('Save Number');
    expect(await screen.findByText('Please enter a valid phone number')).toBeVisible();
    await click('Use +1 617-555-0100');
    await click('Save Number');
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    expect(server.calls(contract.users.updateProfile).map(({ body }) => body)).toEqual([
      { name: 'Ada Lovelace', phoneNumber: '+1 617-555-0100' },
    ]);
    expect(phone).toHaveValue('+1 617-555-0100');
  });

  it('show e-mail and institution, and why they cannot be changed [spec §2.70 §5.14]', async () => {
    mount(<AccountSettings user={ada} />, { as: ada, server: accountOf(ada) });
    const email = await screen.findByLabelText('Email');
    expect(email).toHaveValue('ada@cs.stanford.edu');
    expect(email).toHaveAttribute('readonly');
    expect(email).toHaveAccessibleDescription('To change your email, please contact support.');
    const institution = screen.getByLabelText('Institution');
    expect(institution).toHaveAttribute('readonly');
    expect(institution).toHaveAccessibleDescription('Detected from your email domain.');
  });

  it('refuse no name, and one that is too short or too long [spec §5.13]', async () => {
    const server = accountOf(ada);
    mount(<AccountSettings user={ada} />, { as: ada, server });
    for (const [name, message] of [
      ['', 'Name is required'],
      ['A', 'Name must be at least 2 characters'],
      ['A'.repeat(51), 'Name cannot exceed 50 characters'],
    ] as const) {
      await fill({ 'Full name': name });
      await click('Save Changes');
      await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveAccessibleDescription(message));
      expect(screen.getByLabelText('Full name')).toHaveFocus();
    }
    expect(server.calls(contract.users.updateProfile)).toHaveLength(0);
  });

  it('say that saving failed and keep what was typed [spec §8.14]', async () => {
    const server = accountOf(ada).on(contract.users.updateProfile, failure('INTERNAL'));
    mount(<AccountSettings user={ada} />, { as: ada, server });
    await fill({ 'Full name': 'Ada King' });
    await click('Save Changes');
    expect(await screen.findByText('Failed to update profile')).toBeVisible();
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada King');
  });

  it('keep what is typed while the student looks elsewhere, and say until it is saved that it is not', async () => {
    visit('/profile', { as: { ...ada }, server: accountOf({ ...ada }) });
    await fill({ 'Full name': 'Ada King', 'Phone number': '+1 617 555 0100' });
    await userEvent.click(screen.getByRole('link', { name: 'Help' }));
    await waitFor(() => expect(screen.queryByLabelText('Full name')).toBeNull());
    await userEvent.click(screen.getByRole('link', { name: 'Ada Lovelace' }));
    expect(await screen.findByLabelText('Full name')).toHaveValue('Ada King');
    expect(screen.getByLabelText('Phone number')).toHaveValue('+1 617 555 0100');
    expect(screen.getAllByText('Unsaved')).toHaveLength(2);
    await click('Save Changes');
    await click('Save Number');
    await waitFor(() => expect(screen.queryByText('Unsaved')).toBeNull());
  });

  it('show Saving... meanwhile, and save once [spec §2.69]', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const server = accountOf(ada).on(contract.users.updateProfile, () => answered.then(() => ok({ user: ada })));
    mount(<AccountSettings user={ada} />, { as: ada, server });
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true');
    answer();
    expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeVisible();
    expect(server.calls(contract.users.updateProfile)).toHaveLength(1);
  });
});

describe('the meal history', () => {
  const request = { _id: newId(), mealPeriod: 'lunch', mealDescription: 'Ramen', location: 'Stern' };

  it('says why each meal came or went, and what was left', async () => {
    const entries = [
      entry({ kind: 'purchase', amount: 12, balance: 13 }),
      entry({ kind: 'capture', amount: 1, balance: 1, request }),
      entry({ kind: 'hold', amount: -1, balance: 0, request }),
      entry({ kind: 'reversal', amount: -12, balance: -2 }),
    ];
    mount(<CreditHistoryList />, { as: ada, server: accountOf(ada, { entries }) });
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^Meals purchased.*\+1213 meals left$/);
    expect(rows[1]).toMatch(/^Request fulfilledRamen, Stern.*\+11 meal left$/);
    expect(rows[2]).toMatch(/^Request postedRamen, Stern.*−10 meals left$/);
    expect(rows[3]).toMatch(/^Purchase refunded.*−122 meals owed$/);
  });

  it('says what became of a disputed meal, on either side', async () => {
    const cases = [
      [{ kind: 'dispute', amount: -1, dispute: 'undecided' }, 'Meal set aside for a dispute'],
      [{ kind: 'dispute', amount: -1, dispute: 'requester' }, 'Meal returned to the requester'],
      [{ kind: 'dispute', amount: -1, dispute: 'nobody' }, 'Meal lost in a dispute'],
      [{ kind: 'repay', amount: -1, dispute: 'requester' }, 'Meal returned to the requester'],
      [{ kind: 'repay', amount: 1, dispute: 'requester' }, 'Meal returned to you'],
      [{ kind: 'repay', amount: 0 }, 'Owed meals repaid'],
      [{ kind: 'award', amount: 1, dispute: 'fulfiller' }, 'Meal returned to you'],
      [{ kind: 'capture', amount: 0 }, 'Meal received'],
      [{ kind: 'capture', amount: 0, dispute: 'undecided' }, 'Disputed meal'],
      [{ kind: 'capture', amount: 0, dispute: 'nobody' }, 'Disputed meal'],
      [{ kind: 'capture', amount: 0, dispute: 'requester' }, 'Meal returned later'],
      [{ kind: 'capture', amount: 0, dispute: 'fulfiller' }, 'Meal received'],
    ] as const;
    const entries = cases.map(([fields]) => entry({ ...fields, request }));
    mount(<CreditHistoryList />, { as: ada, server: accountOf(ada, { entries }) });
    const rows = await screen.findAllByRole('listitem');
    for (const [place, [, reason]] of cases.entries()) expect(within(rows[place]!).getByText(reason)).toBeVisible();
  });

  it('tells a fulfiller who spent a disputed meal what the next ones pay for', async () => {
    mount(<CreditHistoryList />, { as: ada, server: accountOf(ada, { claimed: 1 }) });
    expect(await screen.findByText('You spent 1 disputed meal')).toBeVisible();
    expect(screen.getByText('The next meals you receive pay for this before you can use them.')).toBeVisible();
    expect(screen.queryByText(/You owe/)).toBeNull();
  });

  it('turns its pages in the address', async () => {
    const server = accountOf(ada);
    visit('/profile', { as: ada, server });
    await click('Next');
    expect(await screen.findByText('Page 2 of 2')).toBeVisible();
    expect(address()).toBe('/profile?page=2');
    expect(server.calls(contract.credits.history).at(-1)?.query).toEqual({ page: '2' });
  });

  it('tells a debtor what is owed and why', async () => {
    mount(<CreditHistoryList />, { as: ada, server: accountOf(ada, { owed: 2 }) });
    expect(await screen.findByText('You owe 2 meals')).toBeVisible();
    expect(screen.getByText(/A refunded purchase was already spent/)).toBeVisible();
  });
});

describe('signing out everywhere', () => {
  const ended = ok({ message: 'Signed out' });

  it('shows where the student is logged in, asks first, and ends all of it', async () => {
    const server = accountOf(ada).on(contract.sessions.endAll, ended);
    visit('/profile', { as: ada, server });
    expect(await screen.findByText('Safari on iPhone')).toBeVisible();
    expect(screen.getByText('This device')).toBeVisible();
    await click('Sign out everywhere');
    await click('Cancel');
    expect(server.calls(contract.sessions.endAll)).toHaveLength(0);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await click('Sign out everywhere');
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(address()).toBe('/'));
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(await screen.findByText('You are signed out everywhere.')).toBeVisible();
    expect(server.calls(contract.sessions.endAll)).toHaveLength(1);
  });
});

describe('deactivating the account', () => {
  afterEach(() => void jest.useRealTimers());

  const gone = ok({ message: 'Deactivated' });

  async function confirmWith(password: string) {
    await click('Deactivate Account');
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Account' }));
    await fill({ 'Confirm with your password': password });
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate Account' }));
  }

  it('says how many meals are lost, however the student got them', async () => {
    mount(<AccountActions />, { as: ada, server: accountOf(ada) });
    await click('Deactivate Account');
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Account' }));
    await waitFor(() =>
      expect(
        dialog.getByText(/^You lose your 3 meals and the meals of these requests and matches, bought ones too\.$/),
      ).toBeVisible(),
    );
    expect(dialog.queryByText(/refunded/)).toBeNull();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Keep my account' })).toHaveFocus());
  });

  it('takes the password, says goodbye on the landing page, and ends the session here', async () => {
    const server = accountOf(ada).on(contract.account.deactivate, gone);
    visit('/profile', { as: ada, server });
    await confirmWith('Sunny-Day1');
    expect(await screen.findByText('Your account has been deactivated.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/'));
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(server.calls(contract.account.deactivate)[0]?.body).toEqual({ password: 'Sunny-Day1' });
  });

  it('does not call the account open when only the answer was lost', async () => {
    const server = accountOf(ada).on(contract.account.deactivate, gone);
    server.loseAnswer(contract.account.deactivate);
    mount(<AccountActions />, { as: ada, server });
    await confirmWith('Sunny-Day1');
    expect(await screen.findByText(/If you can no longer log in, your account is deactivated\.$/)).toBeVisible();
  });

  it('asks for the password, and refuses a wrong one at its field and logs nobody out', async () => {
    const server = accountOf(ada).on(contract.account.deactivate, failure('INVALID_CREDENTIALS'));
    mount(<AccountActions />, { as: ada, server });
    await confirmWith('');
    expect(await screen.findByText('Password is required')).toBeVisible();
    expect(server.calls(contract.account.deactivate)).toHaveLength(0);
    await fill({ 'Confirm with your password': 'wrong' });
    await userEvent.keyboard('{Enter}');
    const password = screen.getByLabelText('Confirm with your password');
    await waitFor(() => expect(password).toHaveAccessibleDescription('This password is not right'));
    expect(localStorage.getItem('token')).not.toBeNull();
  });

  it.each<[string, string, 'button' | 'link', string]>([
    ['another log-in at the campus when the first no longer counts', 'State', 'button', 'Continue with State'],
    ['a new password where the campus has no sign-on any more', '', 'link', 'Choose a password'],
  ])('asks a student without a password for %s', async (_, name, role, next) => {
    const campus = name ? { provider: 'state', name, domains: ['state.edu'] } : null;
    const server = accountOf(ada)
      .on(contract.signOn.mine, ok({ campus, isLinked: true }))
      .on(contract.account.deactivateSignedOn, failure('INVALID_TOKEN'));
    const confirmed = { code: 'confirmed', secret: 'of this tab' };
    mount(<DeactivateSignedOn confirmed={confirmed} onCancel={() => undefined} />, { as: ada, server });
    if (campus) await click('Deactivate Account');
    expect(await screen.findByRole(role, { name: next })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Deactivate Account' })).toBeNull();
  });

  it('keeps what is typed when a press misses the dialog', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    mount(<AccountActions />, { as: ada, server: accountOf(ada) });
    await click('Deactivate Account');
    await fill({ 'Confirm with your password': 'Sunny-Day1' });
    fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
    act(() => jest.advanceTimersByTime(2000));
    expect(screen.getByLabelText('Confirm with your password')).toHaveValue('Sunny-Day1');
  });
});
