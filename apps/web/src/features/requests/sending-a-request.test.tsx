import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, type Campus, type User } from '@spareswipe/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { created, failure, type FakeServer, ok } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { mount } from '../../../test/mount';
import { address, visit } from '../../../test/visit';
import { campus, control, fill, mia, MORNING, sent, submit, user, write } from '../../../test/write-request';
import { SECOND_TRY_MS } from '../../shared/api/use-intent';
import { CreateRequestForm } from './create-request-form';

const INSUFFICIENT = 'Insufficient meals! Buy more or fulfill other requests to earn meals.';
const NOT_KNOWN = /We do not know yet whether this request was posted/;
const QUESTION = 'Would you like to purchase more meals now?';

beforeEach(() => void jest.useFakeTimers({ now: MORNING, advanceTimers: true }));
afterEach(() => void jest.useRealTimers());

/** The form without its page. */
const open = (server: FakeServer, as: User = mia(), campus?: Campus) =>
  mount(<CreateRequestForm campus={campus} />, { as, server });

describe('sending a request', () => {
  it('keeps the input when the network fails, says what another press does, and retries under the same key [spec §8.27]', async () => {
    const server = campus();
    open(server);
    await fill();
    server.down();
    await submit();
    expect(await screen.findByText('Failed to create request')).toBeVisible();
    const button = screen.getByRole('button', { name: 'Create Request' });
    expect(screen.getByText(NOT_KNOWN).compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(await control('What food')).toHaveValue('Pad thai');
    server.down(false);
    server.on(contract.requests.create, failure('BUSY'));
    await submit();
    expect(await screen.findByText('We are very busy right now. Please try again in a moment.')).toBeVisible();
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(2));
    await write('Store', 'Elsewhere');
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(3));
    const [first, second, other] = sent(server).map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('leaves a student on the screen that they went to meanwhile', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.on(contract.requests.create, () =>
      answered.then(() => created({ request: given.request({ isOwn: true }), creditsRemaining: 2 })),
    );
    await submit();
    await user.click(await screen.findByRole('link', { name: 'Talk to your match' }));
    await screen.findByRole('heading', { name: 'Messages Coming Soon' });
    answer();
    expect(await screen.findByText('Request created successfully! 2 meals remaining')).toBeVisible();
    expect(address()).toBe('/messages');
  });

  it('happens once, however often the button is pressed, and succeeds when the response was lost [spec §8.24]', async () => {
    const server = campus();
    visit('/create-request', { as: mia(), server });
    await fill();
    server.loseAnswer(contract.requests.create);
    await user.dblClick(screen.getByRole('button', { name: 'Create Request' }));
    await user.type(await control('Store'), '{Enter}');
    await act(() => jest.advanceTimersByTimeAsync(SECOND_TRY_MS));
    expect(await screen.findByText('Request created successfully! 2 meals remaining')).toBeVisible();
    expect(address()).toBe('/my-requests');
    expect(screen.queryByText('Failed to create request')).toBeNull();
    const [first, second, ...more] = sent(server);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(second?.body).toEqual(first?.body);
    expect(more).toHaveLength(0);
  });

  it('sends a request for the last meal again after a lost response, and gets the first response', async () => {
    const server = campus();
    const posted = () => created({ request: given.request({ isOwn: true }), creditsRemaining: 0 });
    const counted = new Set<string | null>();
    const writer = mia({ credits: 1 });
    visit('/create-request', { as: writer, server });
    await fill();
    server.on(contract.requests.create, ({ headers }) => {
      const key = headers.get('idempotency-key');
      if (!counted.has(key) && counted.size > 0) return failure('INSUFFICIENT_CREDITS');
      counted.add(key);
      server.on(contract.users.me, ok({ user: { ...writer, credits: 0 } }));
      return posted();
    });
    // also the one to the second try, which the page makes by itself
    server.loseAnswer(contract.requests.create, 2);
    await submit();
    expect(await screen.findByText('Failed to create request')).toBeVisible();
    expect(await screen.findByText('You have no meals left')).toBeVisible();
    await submit();
    expect(await screen.findByText('Request created successfully! 0 meals remaining')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Failed to create request')).toBeNull());
    expect(screen.queryByText(INSUFFICIENT)).toBeNull();
    expect(address()).toBe('/my-requests');
    expect(counted.size).toBe(1);
  });
});

it('a request that was sent without a network was not posted, so nothing says later that it may have been', async () => {
  const writer = mia();
  const server = campus();
  open(server, writer);
  await fill();
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.down();
  await submit();
  expect(await screen.findByText('Failed to create request')).toBeVisible();
  cleanup();
  onLine.mockRestore();
  server.down(false);
  open(server, writer);
  expect(await screen.findByText('Continue your draft?')).toBeVisible();
  expect(screen.queryByText(NOT_KNOWN)).toBeNull();
});

describe('a request whose response has not come when the page is reloaded', () => {
  const hanging = () => new Promise<never>(() => undefined);
  const posted = () => created({ request: given.request({ isOwn: true }), creditsRemaining: 2 });

  /** Sends a request that hangs, and reloads. */
  async function reloadWhileSending() {
    const writer = mia();
    const server = campus().on(contract.requests.create, hanging);
    open(server, writer);
    await fill();
    await write('Urgency', 'high');
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    cleanup();
    server.on(contract.requests.create, posted);
    open(server, writer);
    return { server, writer };
  }

  it('is on the form as it was sent, which says so, goes out again under the same key, and leaves nothing behind once its response is known', async () => {
    const { server, writer } = await reloadWhileSending();
    expect(await screen.findByText(NOT_KNOWN)).toBeVisible();
    expect(await control('What food')).toHaveValue('Pad thai');
    expect(await control('Urgency')).toHaveValue('high');
    await submit();
    expect(await screen.findByText('Request created successfully! 2 meals remaining')).toBeVisible();
    const [first, second] = sent(server);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(second?.body).toEqual(first?.body);
    cleanup();
    open(server, writer);
    expect(await control('What food')).toHaveValue('');
    expect(screen.queryByText(NOT_KNOWN)).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('may not be sent as it was once its deadline has passed, which it keeps', async () => {
    const { server, writer } = await reloadWhileSending();
    await screen.findByText(NOT_KNOWN);
    cleanup();
    jest.setSystemTime(new Date(MORNING.getTime() + 2 * 24 * 3_600_000));
    open(server, writer);
    expect(await control('What food')).toHaveValue('Pad thai');
    expect(await control('date')).toHaveValue('2026-03-03');
    expect(screen.queryByText(NOT_KNOWN)).toBeNull();
  });

  it('can be changed and sent again if a version of the form that lacks a field stored it', async () => {
    const { server, writer } = await reloadWhileSending();
    await screen.findByText(NOT_KNOWN);
    cleanup();
    const stored = sessionStorage.getItem('draft')!;
    sessionStorage.setItem('draft', stored.replace(String.raw`\"description\":\"\",`, ''));
    expect(sessionStorage.getItem('draft')).not.toBe(stored);
    open(server, writer);
    await write('Urgency', 'low');
    await write('Urgency', 'high');
    await submit();
    await waitFor(() => expect(sent(server)).toHaveLength(2));
    const [first, second] = sent(server);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });
});

describe('without a meal left', () => {
  const broke = () => mia({ credits: 0 });

  it('says so and does not send [spec §2.36 §5.12 §8.25 §9.2]', async () => {
    const server = campus();
    visit('/create-request', { as: broke(), server });
    const notice = await screen.findByText('You have no meals left');
    expect(notice).toBeVisible();
    expect(screen.getByRole('link', { name: 'Buy more meals' })).toHaveAttribute('href', '/purchase-meals');
    await fill();
    await submit();
    expect(await screen.findByText(INSUFFICIENT)).toBeVisible();
    expect(sent(server)).toHaveLength(0);
  });

  it('asks after 2 seconds whether to buy some, and goes there on yes [spec §8.26]', async () => {
    const server = campus().on(contract.requests.create, failure('INSUFFICIENT_CREDITS'));
    server.on(contract.payments.packages, failure('INTERNAL'));
    visit('/create-request', { as: mia({ credits: 1 }), server });
    await fill();
    await submit();
    expect(await screen.findByText(INSUFFICIENT)).toBeVisible();
    expect(screen.queryByText(QUESTION)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(QUESTION);
    await user.click(within(dialog).getByRole('button', { name: 'Yes, buy meals' }));
    await waitFor(() => expect(address()).toBe('/purchase-meals'));
  });

  it('tells a student who owes meals what the server says', async () => {
    const words = 'You owe 2 meals. The next ones you earn or buy settle this first.';
    const server = campus().on(contract.requests.create, failure('INSUFFICIENT_CREDITS', { message: words, owed: 2 }));
    open(server, mia({ credits: 1 }));
    await fill();
    await submit();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(INSUFFICIENT)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  });

  it('says in the question that no payments are taken yet, where they are off', async () => {
    open(campus(), broke(), given.campus({ paymentsOn: false }));
    await fill();
    await submit();
    await screen.findByText(INSUFFICIENT);
    await act(() => jest.advanceTimersByTimeAsync(2000));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(QUESTION)).toBeVisible();
    expect(dialog.getByText(/^Payment system is being set up\. Please check back later!/)).toBeVisible();
  });

  it('says nothing about buying where the campus sells no meals', async () => {
    open(campus(), broke(), given.campus({ mealsOnSale: false }));
    await fill();
    await submit();
    expect(await screen.findByText('Insufficient meals! Fulfill other requests to earn meals.')).toBeVisible();
  });

  it('stays with its input on no [spec §8.26]', async () => {
    const server = campus().on(contract.requests.create, failure('INSUFFICIENT_CREDITS'));
    open(server, mia({ credits: 1 }));
    await fill();
    await submit();
    await screen.findByText(INSUFFICIENT);
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await control('What food')).toHaveValue('Pad thai');
  });

  it('refuses by itself again once the server has said so', async () => {
    const server = campus().on(contract.requests.create, failure('INSUFFICIENT_CREDITS'));
    visit('/create-request', { as: mia({ credits: 1 }), server });
    await fill();
    server.on(contract.users.me, ok({ user: broke() }));
    await submit();
    expect(await screen.findByText('You have no meals left')).toBeVisible();
    await submit();
    const button = screen.getByRole('button', { name: 'Create Request' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(sent(server)).toHaveLength(1);
  });

  it('asks nothing of a student who has left the screen by then', async () => {
    visit('/create-request', { as: broke(), server: campus() });
    await fill();
    await submit();
    await screen.findByText(INSUFFICIENT);
    await user.click(screen.getByRole('link', { name: 'My Requests' }));
    await screen.findByRole('heading', { level: 1, name: 'My Meal Exchange Requests' });
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(screen.queryByText(QUESTION)).toBeNull();
  });
});
