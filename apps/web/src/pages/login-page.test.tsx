import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { fill } from '../../test/fill';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

const ada = given.student();
const welcome = ok({ user: ada, token: 'fresh' });

async function logIn(email: string, password: string, user = userEvent.setup()) {
  await fill({ Email: email, Password: password }, user);
  await user.click(await screen.findByRole('button', { name: 'Log in' }));
}

describe('the log-in screen', () => {
  const notice = 'Your session has ended. Please log in again.';

  it('says that the server ended the session, whose token is dropped, quietly, until the student is back [spec §4.8 §7.9]', async () => {
    const server = fakeServer().on(contract.auth.login, welcome);
    visit('/messages', { as: ada, server });
    server.on(contract.users.me, failure('UNAUTHENTICATED'));
    expect(await screen.findByText(notice)).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    // read with the title, which takes the focus
    const title = screen.getByRole('heading', { name: 'Welcome Back' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(title).toHaveAccessibleDescription(notice);
    expect(screen.queryByRole('alert')).toBeNull();
    server.on(contract.users.me, ok({ user: ada }));
    // a secret that somebody else left here, with which their mailed link would work
    localStorage.setItem('sign-on link', 'of a stranger');
    await logIn('ada@cs.stanford.edu', 'Sunny-Day1');
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
    expect(localStorage.getItem('sign-on link')).toBeNull();
  });

  it('says so no more after a failed log-in', async () => {
    localStorage.setItem('session expired', '');
    visit('/login', { server: fakeServer().on(contract.auth.login, failure('INVALID_CREDENTIALS')) });
    expect(await screen.findByText(notice)).toBeVisible();
    await logIn('ada@cs.stanford.edu', 'Wr0ng-one');
    await waitFor(() => expect(localStorage.getItem('session expired')).toBeNull());
  });

  it('does not say so to somebody who was not logged in, or has logged out', async () => {
    const server = fakeServer().on(contract.sessions.end, ok({ message: 'Bye' }));
    visit('/messages', { as: ada, server });
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(screen.queryByText(notice)).toBeNull();
  });
});

describe("the log-in of a visitor with a request's link", () => {
  const reason = 'Log in to see this request';
  const tags = (url: string) => {
    const content = { url, title: 'Someone at Stanford University would like dinner', description: 'By 8:00 PM.' };
    for (const [name, text] of Object.entries(content)) {
      const meta = document.createElement('meta');
      meta.setAttribute('property', `og:${name}`);
      meta.content = text;
      document.head.append(meta);
    }
  };
  afterEach(() => document.querySelectorAll('meta[property]').forEach((meta) => meta.remove()));

  it('says why they have to log in, with the preview of the link', async () => {
    tags('https://swipes.example.edu/requests?open=one');
    visit('/requests?open=one');
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getByText('Someone at Stanford University would like dinner')).toBeVisible();
    expect(screen.getByText('By 8:00 PM.')).toBeVisible();
  });

  it('shows no preview if the page has the preview of another link', async () => {
    tags('https://swipes.example.edu/requests?open=other');
    visit('/requests?open=one');
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.queryByText('By 8:00 PM.')).toBeNull();
  });

  it('shows neither to visitors who opened no such link', async () => {
    for (const path of ['/requests', '/matches?open=one']) {
      visit(path);
      await screen.findByRole('heading', { name: 'Welcome Back' });
      expect(screen.queryByText(reason)).toBeNull();
      cleanup();
    }
  });
});

describe('logging in', () => {
  it('leads back to the page that was asked for [spec §2.20 §4.4 §8.4 §9.11] [asvs V3.7]', async () => {
    const server = fakeServer().on(contract.auth.login, welcome);
    server.on(contract.users.me, ok({ user: ada }));
    visit('/messages?from=mail', { server });
    await logIn(' Ada@CS.Stanford.edu', 'Sunny-Day1');
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
    expect(await screen.findByText('Login successful!')).toBeVisible();
    expect(address()).toBe('/messages?from=mail');
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  it("shows at the next log-in that it comes from the same browser, so that strangers' guesses don't delay it", async () => {
    localStorage.setItem('device', 'of an earlier log-in');
    const server = fakeServer().on(contract.auth.login, { ...welcome, body: { ...welcome.body, device: 'kept' } });
    server.on(contract.users.me, ok({ user: ada }));
    visit('/login', { server });
    await logIn('ada@cs.stanford.edu', 'Sunny-Day1');
    await waitFor(() => expect(localStorage.getItem('device')).toBe('kept'));
    const { body } = server.received.find(({ route }) => route === contract.auth.login)!;
    expect(body).toMatchObject({ device: 'of an earlier log-in' });
  });

  it('shows at each field what is missing, and focuses the first [spec §1.1 §5.1]', async () => {
    visit('/login');
    await logIn('', '');
    const email = screen.getByLabelText('Email');
    for (const field of [email, screen.getByLabelText('Password')]) expect(field).toBeRequired();
    await waitFor(() => expect(email).toHaveAccessibleDescription('Email is required'));
    expect(email).toHaveFocus();
    expect(email).toBeInvalid();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required');
    await logIn('ada@gmail.com', 'x');
    expect(await screen.findByText('Please enter a valid .edu email address')).toBeVisible();
  });

  it('shows the server’s words once, keeps the input, leads back to the password, and takes the words away with the next try [spec §8.1]', async () => {
    const server = fakeServer().on(contract.auth.login, failure('INVALID_CREDENTIALS'));
    visit('/login', { server });
    await logIn('ada@cs.stanford.edu', 'wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
    const password = screen.getByLabelText('Password');
    await waitFor(() => expect(password).toHaveFocus());
    expect(password).toHaveAccessibleDescription('');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@cs.stanford.edu');
    expect(address()).toBe('/login');
    server.on(contract.auth.login, failure('EMAIL_NOT_VERIFIED', { email: 'ada@cs.stanford.edu' }));
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('alert', { name: 'Email verification required' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Invalid email or password')).toBeNull());
  });

  it('leads a student of another installation there', async () => {
    const message = 'Your campus is at west.example';
    const elsewhere = { origin: 'https://west.example', message, errors: [{ path: 'email', message }] };
    visit('/login', { server: fakeServer().on(contract.auth.login, failure('CAMPUS_ELSEWHERE', elsewhere)) });
    await logIn('ada@west.edu', 'Sunny-Day2');
    const link = await screen.findByRole('link', { name: 'Continue at west.example' });
    expect(link).toHaveAttribute('href', 'https://west.example/login');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message);
  });

  it('says that it failed when no response comes, keeps the input, and works when tried again [spec §4.3 §4.11 §8.2]', async () => {
    const server = fakeServer().on(contract.auth.login, welcome);
    server.on(contract.users.me, ok({ user: ada }));
    visit('/messages', { server });
    server.down();
    await logIn('ada@cs.stanford.edu', 'Sunny-Day1');
    expect(await screen.findByText('Login failed')).toBeVisible();
    server.down(false);
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
  });

  it('sends a double click once, and leaves the focus on the button meanwhile [spec §4.3]', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<typeof welcome>((resolve) => (answer = () => resolve(welcome)));
    const server = fakeServer().on(contract.auth.login, () => answered);
    server.on(contract.users.me, ok({ user: ada }));
    visit('/messages', { server });
    await fill({ Email: 'ada@cs.stanford.edu', Password: 'Sunny-Day1' });
    await userEvent.keyboard('{Enter}{Enter}');
    const button = screen.getByRole('button', { name: 'Log in' });
    await userEvent.click(button);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    answer();
    expect(await screen.findByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
    expect(server.calls(contract.auth.login)).toHaveLength(1);
  });

  it('offers help, registration and a new password, and shows and hides the password [spec §2.18 §2.19]', async () => {
    visit('/login');
    const password = await screen.findByLabelText('Password');
    expect(screen.getByRole('region', { name: 'Need help logging in?' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register');
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/forgot-password');
    expect(password).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('moves on at once for a student who is logged in already [spec §2.20]', async () => {
    visit('/login', { as: given.student({ verified: false }) });
    expect(await screen.findByRole('heading', { name: 'Email Verification Required' })).toBeVisible();
    expect(address()).toBe('/dashboard');
  });
});

describe('toasts', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('about a log-in that failed stay for 6 seconds, which begin again when it is said again, once on the screen [spec §2.79 §8.1 §9.12]', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const server = fakeServer().on(contract.auth.login, failure('INVALID_CREDENTIALS'));
    visit('/login', { server });
    await logIn('ada@cs.stanford.edu', 'wrong', user);
    await screen.findByRole('alert');
    act(() => jest.advanceTimersByTime(5000));
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(server.calls(contract.auth.login)).toHaveLength(2));
    await act(() => jest.advanceTimersByTimeAsync(5500));
    const toast = screen.getByRole('alert');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(toast).not.toBeInTheDocument();
  });

  it('about anything else stay for 4 seconds [spec §2.78 §9.12]', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const server = fakeServer().on(contract.auth.login, welcome);
    server.on(contract.users.me, ok({ user: ada }));
    visit('/messages', { server });
    await logIn('ada@cs.stanford.edu', 'Sunny-Day1', user);
    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent('Login successful!');
    await act(() => jest.advanceTimersByTimeAsync(3500));
    expect(toast).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(toast).not.toBeInTheDocument();
  });
});

describe('logging in before the e-mail is verified', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const sent = ok({ message: 'On its way' });
  const resend = () => screen.getByRole('button', { name: 'Resend verification email' });
  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

  async function openPanel() {
    const server = fakeServer()
      .on(contract.auth.login, failure('EMAIL_NOT_VERIFIED', { email: 'ada@cs.stanford.edu' }))
      .on(contract.auth.resendVerification, sent);
    visit('/login', { server });
    await logIn('ada@cs.stanford.edu', 'Sunny-Day1', userEvent.setup({ advanceTimers: jest.advanceTimersByTime }));
    const panel = await screen.findByRole('alert', { name: 'Email verification required' });
    expect(panel).toHaveTextContent('Please verify your email address before logging in.');
    return server;
  }

  it('sends a new link by itself after 30 seconds, then blocks resending for 30 [spec §4.14 §8.3 §9.5]', async () => {
    const server = await openPanel();
    const mails = () => server.calls(contract.auth.resendVerification);
    await pass(28);
    expect(mails()).toHaveLength(0);
    await pass(3);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.body).toEqual({ email: 'ada@cs.stanford.edu' });
    expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeVisible();
    expect(resend()).toHaveAttribute('aria-disabled', 'true');
    await pass(27);
    expect(resend()).toHaveAttribute('aria-disabled', 'true');
    await pass(5);
    expect(resend()).not.toHaveAttribute('aria-disabled');
    await pass(60);
    expect(mails()).toHaveLength(1);
  });

  it('sends it at once when asked, and not a second time by itself [spec §2.21 §8.5]', async () => {
    const server = await openPanel();
    await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(resend());
    expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeVisible();
    expect(resend()).toHaveFocus();
    expect(resend()).toHaveAttribute('aria-disabled', 'true');
    await pass(120);
    expect(server.calls(contract.auth.resendVerification)).toHaveLength(1);
  });

  it('says when it could not be sent, and blocks resending for as long as the server asks when it refuses [spec §8.13]', async () => {
    const server = await openPanel();
    server.down();
    act(() => resend().click());
    expect(await screen.findByText('Failed to resend verification email')).toBeVisible();
    expect(resend()).not.toHaveAttribute('aria-disabled');
    server.down(false);
    server.on(contract.auth.resendVerification, failure('TOO_MANY_REQUESTS', { retryAfterSeconds: 20 }));
    act(() => resend().click());
    await pass(18);
    expect(resend()).toHaveAttribute('aria-disabled', 'true');
    await pass(3);
    expect(resend()).not.toHaveAttribute('aria-disabled');
  });
});
