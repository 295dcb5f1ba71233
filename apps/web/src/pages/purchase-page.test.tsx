import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract, mealPackages, type CreditEntry } from '@spareswipe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches, myRequests } from '../../test/given';
import { paid, refused, stripeStandIn, unanswered } from '../../test/stripe-stand-in';
import { address, visit } from '../../test/visit';

const ada = given.student({ name: 'Ada Lovelace', email: 'ada@cs.stanford.edu', credits: 3 });
const session = (clientSecret: string) => ok({ clientSecret, publishableKey: 'pk_live_1' });
let movements = 0;
const purchase = (): CreditEntry => ({
  sequence: String(++movements),
  kind: 'purchase',
  amount: 12,
  balance: 15,
  createdAt: new Date().toISOString(),
  request: null,
  dispute: null,
});

/** A shop that opens a session per package; `land()` is the webhook that brings the meals. */
function shop() {
  const entries: CreditEntry[] = [purchase()];
  const student = { ...ada };
  const server = fakeServer()
    .on(contract.payments.packages, ok({ packages: mealPackages }))
    .on(contract.payments.createPaymentIntent, ({ body }) => session(`secret of ${String(body.packageId)}`))
    .on(contract.credits.history, () =>
      ok({ entries: [...entries], owed: 0, claimed: 0, pagination: given.pagination() }),
    )
    // what /dashboard asks for
    .on(contract.account.stats, ok({ stats: given.stats() }))
    .on(contract.requests.mine, myRequests())
    .on(contract.matches.mine, myMatches());
  const open = () => {
    visit('/purchase-meals', { as: student, server });
    server.on(contract.users.me, () => ok({ user: student }));
  };
  const land = () => {
    entries.unshift(purchase());
    student.credits += 12;
  };
  return { server, open, land };
}

const payButton = (amount = '$54.99') => screen.findByRole('button', { name: `Pay ${amount}` });
const readyToPay = async (amount?: string) => {
  const button = await payButton(amount);
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};
const card = () => screen.getByRole('group', { name: 'Card' });
const pick = async (name: RegExp, user: Pick<UserEvent, 'click'> = userEvent) =>
  user.click(await screen.findByRole('radio', { name }));
const SETUP_FAILED = 'Failed to initialize payment. Please try again.';
const sessions = ({ server }: ReturnType<typeof shop>) => server.calls(contract.payments.createPaymentIntent);
const packagesAsked = (shop_: ReturnType<typeof shop>) => sessions(shop_).map(({ body }) => body.packageId);

describe('what is for sale', () => {
  it('shows what is left, every package with its price per meal, and the medium one chosen [spec §2.73 §2.75 §9.10]', async () => {
    stripeStandIn();
    const store = shop();
    store.open();
    expect(await screen.findByText(/^You have/)).toHaveTextContent('You have 3 meals remaining');
    const regular = await screen.findByRole('radio', { name: /^Regular, 12 meals, \$54.99, \$4.58 per meal/ });
    expect(regular).toBeChecked();
    expect(screen.getByRole('radio', { name: /^Starter, 5 meals, \$24.99, \$5.00 per meal/ })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: /^Semester, 25 meals, \$99.99, \$4.00 per meal/ })).not.toBeChecked();
    expect(screen.getByText('A meal every few days, all month long')).toBeVisible();
    expect(await screen.findByText('12 meals will be added to your account')).toBeVisible();
    expect(screen.getByText(/^Secure payment by Stripe/)).toBeVisible();
    await readyToPay();
    expect(packagesAsked(store)).toEqual(['medium']);
  });

  it('says so when the packages could not be loaded [spec §8.21]', async () => {
    const { server, open } = shop();
    server.on(contract.payments.packages, failure('NOT_FOUND'));
    open();
    expect(await screen.findByText('Failed to load meal packages')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('picking a package', () => {
  it('requests a new session and keeps the card input [spec §2.74 §4.29]', async () => {
    const stripe = stripeStandIn(() => refused('Not today'));
    const store = shop();
    store.open();
    await readyToPay();
    const inputs = stripe.cards();
    await pick(/^Semester/);
    await userEvent.click(await readyToPay('$99.99'));
    expect(packagesAsked(store)).toEqual(['medium', 'large']);
    const keys = sessions(store).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    await waitFor(() => expect(stripe.confirmations[0]?.clientSecret).toBe('secret of large'));
    expect(stripe.cards()).toBe(inputs);
  });

  it('never pays for an earlier pick whose session comes late [spec §5.17]', async () => {
    const stripe = stripeStandIn(() => refused('Not today'));
    const store = shop();
    let answerMedium = () => {};
    const late = new Promise<void>((resolve) => (answerMedium = resolve));
    store.server.on(contract.payments.createPaymentIntent, async ({ body }) => {
      if (body.packageId === 'medium') await late;
      return session(`secret of ${String(body.packageId)}`);
    });
    store.open();
    await pick(/^Starter/);
    const pay = await readyToPay('$24.99');
    answerMedium();
    await late;
    await userEvent.click(pay);
    await waitFor(() => expect(stripe.confirmations).toHaveLength(1));
    expect(stripe.confirmations[0]?.clientSecret).toBe('secret of small');
  });

  it('cannot pay before its session is there [spec §5.17]', async () => {
    const stripe = stripeStandIn();
    const store = shop();
    store.open();
    await readyToPay();
    let answer = () => {};
    const opened = new Promise<void>((resolve) => (answer = resolve));
    store.server.on(contract.payments.createPaymentIntent, () => opened.then(() => session('secret of large')));
    await pick(/^Semester/);
    const pay = await payButton('$99.99');
    expect(pay).toBeDisabled();
    await userEvent.click(pay);
    answer();
    await readyToPay('$99.99');
    expect(stripe.confirmations).toHaveLength(0);
  });
});

/** Stripe takes the payment once the returned function is called. */
function answersLater(stripe: ReturnType<typeof stripeStandIn>) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  stripe.answers(() => answered.then(paid));
  return () => answer();
}

describe('paying', () => {
  it('confirms the card once for a double click, with name and e-mail, shows Processing... meanwhile, says so, and goes to the dashboard [spec §2.76 §4.29 §4.30 §7.7 §8.38]', async () => {
    const stripe = stripeStandIn();
    const { open, land } = shop();
    const answer = answersLater(stripe);
    open();
    const pay = await readyToPay();
    land();
    await userEvent.dblClick(pay);
    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    answer();
    expect(await screen.findByText('Payment successful! 12 meals will be added to your account.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(stripe.confirmations).toEqual([
      { clientSecret: 'secret of medium', billing: { name: 'Ada Lovelace', email: 'ada@cs.stanford.edu' } },
    ]);
  });

  it('says that nothing was charged for what another tab has paid', async () => {
    stripeStandIn(() => refused('This PaymentIntent has already succeeded.', 'succeeded'));
    shop().open();
    await userEvent.click(await readyToPay());
    expect(await screen.findByText(/^You have paid for this already. Nothing was charged now./)).toBeVisible();
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(screen.queryByText(/^Payment successful!/)).toBeNull();
  });

  it('leaves a student who has gone elsewhere meanwhile where they are', async () => {
    const stripe = stripeStandIn();
    const { open, land } = shop();
    const answer = answersLater(stripe);
    open();
    await userEvent.click(await readyToPay());
    await userEvent.click(screen.getByRole('link', { name: 'Help' }));
    await waitFor(() => expect(address()).toBe('/help'));
    land();
    answer();
    expect(await screen.findByText(/^Payment successful!/)).toBeVisible();
    expect(address()).toBe('/help');
  });

  it('shows the provider’s words when the card is refused, beside the card too, and pays when tried again [spec §8.36]', async () => {
    const stripe = stripeStandIn(() => refused('Your card was declined.'));
    const { open, land } = shop();
    open();
    await userEvent.click(await readyToPay());
    expect(await screen.findByRole('alert')).toHaveTextContent('Your card was declined.');
    expect(card()).toHaveAccessibleDescription('Your card was declined.');
    expect(await payButton()).toHaveAccessibleDescription('Your card was declined.');
    expect(address()).toBe('/purchase-meals');
    stripe.answers(paid);
    land();
    await userEvent.click(await readyToPay());
    expect(await screen.findByText(/^Payment successful!/)).toBeVisible();
    // an earlier error does not stay beside it for the rest of its 4 s
    await waitFor(() => expect(screen.queryByText('Your card was declined.')).toBeNull(), { timeout: 2000 });
  });

  it('takes the refusal away once the card or the package is another, and shows what Stripe finds meanwhile', async () => {
    const stripe = stripeStandIn(() => refused('Your card was declined.'));
    shop().open();
    await userEvent.click(await readyToPay());
    await waitFor(() => expect(card()).toHaveAccessibleDescription('Your card was declined.'));
    act(() => stripe.types('Your card number is invalid.'));
    expect(card()).toHaveAccessibleDescription('Your card number is invalid.');
    act(() => stripe.types());
    for (const described of [card(), await payButton()]) expect(described).not.toHaveAccessibleDescription();
    await userEvent.click(await readyToPay());
    await waitFor(() => expect(card()).toHaveAccessibleDescription('Your card was declined.'));
    await pick(/^Starter/);
    for (const described of [card(), await readyToPay('$24.99')]) expect(described).not.toHaveAccessibleDescription();
  });

  it.each([
    ['gives no reason', () => refused()],
    ['breaks down', () => Promise.reject(new Error('frame lost'))],
  ])('says Payment failed when the provider %s [spec §8.37]', async (_what, outcome) => {
    stripeStandIn(outcome);
    shop().open();
    await userEvent.click(await readyToPay());
    expect(await screen.findByRole('alert')).toHaveTextContent('Payment failed');
    expect(card()).toHaveAccessibleDescription('Payment failed');
  });
});

it('is not sent while offline, and says that nothing was charged', async () => {
  const stripe = stripeStandIn(() => refused('This PaymentIntent has already succeeded.', 'succeeded'));
  shop().open();
  const pay = await readyToPay();
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await userEvent.click(pay);
  onLine.mockRestore();
  expect(await screen.findAllByText('Payment failed. You are offline, so nothing was charged.')).not.toEqual([]);
  expect(stripe.confirmations).toEqual([]);
});

describe('a payment whose answer is lost', () => {
  const WARNING = /^Your payment of \$54.99 may have gone through. .* Paying for the same package again is safe/;
  const warning = () => screen.queryAllByText(WARNING).filter((text) => !text.closest('[role=alert]'));

  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

  it('is asked about once more, and has gone through', async () => {
    const stripe = stripeStandIn(unanswered);
    const { open, land } = shop();
    open();
    const pay = await readyToPay();
    land();
    await user.click(pay);
    stripe.answers(() => refused('This PaymentIntent has already succeeded.', 'succeeded'));
    await pass(1);
    expect(screen.getByText(/^Payment successful!/)).toBeInTheDocument();
    expect(stripe.confirmations.map(({ clientSecret }) => clientSecret)).toEqual([
      'secret of medium',
      'secret of medium',
    ]);
    expect(screen.queryByText(WARNING)).toBeNull();
  });

  it('may have gone through: says so, also of another package, until its meals are there', async () => {
    stripeStandIn(unanswered);
    const { open, land } = shop();
    open();
    await user.click(await readyToPay());
    await pass(1);
    expect(warning()).toHaveLength(1);
    expect(screen.queryByText('Payment failed')).toBeNull();
    expect(screen.queryByText(/experiencing issues/)).toBeNull();
    await pick(/^Starter/, user);
    await readyToPay('$24.99');
    expect(warning()).toHaveLength(1);
    land();
    await pass(6);
    expect(screen.getByText('Your 12 meals have arrived.')).toBeInTheDocument();
    // nor in the toast, which stays for 8 s: paying again would charge again
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull());
  });

  it('has gone through if the next press finds it paid', async () => {
    const stripe = stripeStandIn(unanswered);
    shop().open();
    await user.click(await readyToPay());
    await pass(1);
    stripe.answers(() => refused('This PaymentIntent has already succeeded.', 'succeeded'));
    await user.click(await readyToPay());
    expect(await screen.findByText(/^Payment successful!/)).toBeInTheDocument();
  });

  it('has not gone through if the card is then refused', async () => {
    const stripe = stripeStandIn(unanswered);
    shop().open();
    await user.click(await readyToPay());
    await pass(1);
    expect(warning()).toHaveLength(1);
    stripe.answers(() => refused('Your card was declined.'));
    await user.click(await readyToPay());
    await waitFor(() => expect(card()).toHaveAccessibleDescription('Your card was declined.'));
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull());
  });
});

describe('a session that cannot be set up', () => {
  it('says so after a refusal and when no response comes, and can be tried again, for the same payment [spec §2.77 §8.34]', async () => {
    stripeStandIn();
    const store = shop();
    store.server.on(contract.payments.createPaymentIntent, failure('PAYMENT_PROVIDER_FAILED'));
    store.open();
    expect(await screen.findByText(SETUP_FAILED)).toBeVisible();
    store.server.on(contract.payments.createPaymentIntent, session('third try'));
    // the answer to the second try, and to its repetition
    store.server.loseAnswer(contract.payments.createPaymentIntent, 2);
    const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Retry Payment Setup' }));
    await retry();
    await waitFor(() => expect(sessions(store)).toHaveLength(3));
    expect(await screen.findByText(SETUP_FAILED)).toBeVisible();
    await retry();
    await readyToPay();
    expect(screen.queryByText(SETUP_FAILED)).toBeNull();
    // whose button is gone
    expect(screen.getByRole('region', { name: 'Payment Details' })).toHaveFocus();
    const keys = sessions(store).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  const NOT_SOLD = 'Your campus does not sell meals';
  const OFF = 'Payment system is being set up. Please check back later!';

  it('says when to come back where payments are off, and how to get meals meanwhile, and asks again with the next pick [spec §2.74 §8.35]', async () => {
    const store = shop();
    store.server.on(contract.payments.createPaymentIntent, failure('STRIPE_NOT_CONFIGURED'));
    store.open();
    expect(await screen.findByRole('heading', { name: OFF })).toBeVisible();
    expect(screen.getByText('Meanwhile, earn meals by fulfilling requests: one meal for each.')).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Browse Requests' })).toHaveAttribute('href', '/requests');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    const regular = screen.getByRole('radio', { name: /^Regular/ });
    expect(regular).toBeChecked();
    // first, not below what cannot be bought
    expect(screen.getByRole('heading', { name: OFF }).compareDocumentPosition(regular)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    store.server.on(contract.payments.createPaymentIntent, session('payments are on'));
    stripeStandIn();
    await pick(/^Semester/);
    await readyToPay('$99.99');
    expect(sessions(store)).toHaveLength(2);
  });

  it('says that the campus does not sell meals, and nothing about buying', async () => {
    const store = shop();
    const campus = given.campus({ mealsOnSale: false });
    store.server.on(contract.campuses.mine, ok({ campus }));
    store.open();
    expect(await screen.findByRole('heading', { name: NOT_SOLD })).toBeVisible();
    expect(document.body).not.toHaveTextContent(/buy|purchase|pay\b|\$/i);
    expect(store.server.calls(contract.payments.createPaymentIntent)).toHaveLength(0);
  });

  it('keeps the form of a student who is paying when the campus stops the sale', async () => {
    const store = shop();
    const campusThat = (mealsOnSale: boolean) =>
      store.server.on(contract.campuses.mine, ok({ campus: given.campus({ mealsOnSale }) }));
    campusThat(true);
    store.open();
    expect(await screen.findByRole('radio', { name: /^Regular/ })).toBeChecked();
    const loaded = store.server.calls(contract.campuses.mine).length;
    campusThat(false);
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(store.server.calls(contract.campuses.mine).length).toBeGreaterThan(loaded));
    expect(screen.getByRole('radio', { name: /^Regular/ })).toBeChecked();
    expect(screen.queryByRole('heading', { name: NOT_SOLD })).toBeNull();
  });

  it('says the same if the campus stopped the sale after the screen loaded', async () => {
    const { server, open } = shop();
    server.on(contract.payments.createPaymentIntent, failure('MEALS_NOT_ON_SALE'));
    open();
    expect(await screen.findByRole('heading', { name: NOT_SOLD })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay|Retry/ })).toBeNull();
  });
});

describe('after the payment', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
  const mealsInHeader = () => screen.getByRole('navigation', { name: 'Main' });
  const SLOW = /^Your payment went through. Your meals are taking a little longer/;

  async function pay(store: ReturnType<typeof shop>) {
    stripeStandIn();
    store.open();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(await readyToPay());
    await screen.findByText(/^Payment successful!/);
  }

  it('the count follows as soon as the meals have arrived', async () => {
    const store = shop();
    await pay(store);
    await pass(2);
    expect(within(mealsInHeader()).queryByText(/15/)).toBeNull();
    store.land();
    await pass(1.5);
    expect(within(mealsInHeader()).getByText(/15/)).toBeInTheDocument();
    await pass(30);
    expect(screen.queryByText(SLOW)).toBeNull();
  });

  it('says so when they take longer, and again when they are there', async () => {
    const store = shop();
    await pay(store);
    await pass(11);
    expect(screen.getByText(SLOW)).toBeInTheDocument();
    store.land();
    await pass(6);
    expect(screen.getByText('Your 12 meals have arrived.')).toBeInTheDocument();
    expect(within(mealsInHeader()).getByText(/15/)).toBeInTheDocument();
  });
});
