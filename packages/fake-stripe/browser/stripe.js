/* global document, window */
/*
 * A stand-in for Stripe.js in browser tests and development: the card element, confirmCardPayment and 3-D Secure, against
 * the fake API. Like Stripe's, it is a classic script that defines window.Stripe. Stripe draws its
 * inputs in frames; this script draws them in the page.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);
  const api = origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : origin;

  /** `length`: of what must be typed. The fake API declines a number that it does not know. */
  const FIELDS = [
    {
      name: 'number',
      label: 'Card number',
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      width: '11em',
      length: 12,
      incomplete: 'Your card number is incomplete.',
    },
    {
      name: 'expiry',
      label: 'Expiration date',
      autocomplete: 'cc-exp',
      placeholder: 'MM / YY',
      width: '5em',
      length: 4,
      incomplete: "Your card's expiration date is incomplete.",
    },
    {
      name: 'cvc',
      label: 'CVC',
      autocomplete: 'cc-csc',
      placeholder: 'CVC',
      width: '3.5em',
      length: 3,
      incomplete: "Your card's security code is incomplete.",
    },
    {
      name: 'postalCode',
      label: 'ZIP',
      autocomplete: 'postal-code',
      placeholder: 'ZIP',
      width: '5em',
      length: 5,
      incomplete: 'Your postal code is incomplete.',
    },
  ];

  /** A card element, with what the page uses of Stripe's. */
  class CardElement {
    _handlers = {};
    _root = document.createElement('div');

    constructor(options) {
      Object.assign(this._root.style, { display: 'flex', flexWrap: 'wrap', gap: '0.5em' });
      this._inputs = FIELDS.map((field) => this._draw(field));
      this.update(options);
    }

    _draw({ name, label, autocomplete, placeholder, width }) {
      const input = document.createElement('input');
      Object.assign(input, { name, autocomplete, placeholder, inputMode: name === 'postalCode' ? 'text' : 'numeric' });
      input.setAttribute('aria-label', label);
      Object.assign(input.style, {
        width,
        flex: name === 'number' ? '1 1 11em' : '0 1 auto',
        minWidth: '0',
        minHeight: '24px',
        font: 'inherit',
        background: 'transparent',
        border: '0',
      });
      input.addEventListener('input', () => this._emit('change'));
      input.addEventListener('focus', () => this._emit('focus'));
      input.addEventListener('blur', () => this._emit('blur'));
      this._root.append(input);
      return input;
    }

    _values() {
      return Object.fromEntries(this._inputs.map(({ name, value }) => [name, value]));
    }

    _emit(event) {
      this._handlers[event]?.({});
    }

    mount(place) {
      place.replaceChildren(this._root);
      queueMicrotask(() => this._emit('ready'));
    }
    on(event, handler) {
      this._handlers[event] = handler;
    }
    off(event) {
      delete this._handlers[event];
    }
    /** Takes the options that have changed. */
    update({ disabled, style }) {
      for (const input of this._inputs) {
        if (disabled !== undefined) input.disabled = disabled;
        if (style) input.style.color = style.base.color;
      }
    }
    destroy() {
      this._root.remove();
      this._handlers = {};
    }
  }

  class Elements {
    create(_type, options) {
      return (this._card = new CardElement(options));
    }
    getElement() {
      return this._card?._root.isConnected ? this._card : null;
    }
  }

  /** Resolves with `{ paymentIntent }` or `{ error }` and never rejects: a network failure is an api_connection_error. */
  async function call(path, body) {
    try {
      const answer = await fetch(`${api}${path}`, { method: 'POST', body });
      const result = await answer.json();
      return answer.ok ? { paymentIntent: result } : { error: result.error };
    } catch {
      const message =
        'We are experiencing issues connecting to our payments provider. Please check your internet connection.';
      return { error: { type: 'api_connection_error', message } };
    }
  }

  /** Stands in for the bank's page. Resolves with the student's choice. */
  function askBank() {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', '3D Secure');
    const title = document.createElement('p');
    title.textContent = 'Your bank asks: is this you?';
    const button = (label, value) =>
      Object.assign(document.createElement('button'), { type: 'button', textContent: label, value });
    const buttons = [button('Complete authentication', 'yes'), button('Fail authentication', '')];
    dialog.append(title, ...buttons);
    document.body.append(dialog);
    return new Promise((resolve) => {
      buttons.forEach((choice) => choice.addEventListener('click', () => dialog.close(choice.value)));
      dialog.addEventListener('close', () => {
        dialog.remove();
        resolve(dialog.returnValue === 'yes');
      });
      dialog.showModal();
    });
  }

  class Stripe {
    constructor(key) {
      this._key = key;
    }

    elements() {
      return new Elements();
    }

    async confirmCardPayment(clientSecret, { payment_method: { card } }) {
      const values = card._values();
      const missing = FIELDS.find(({ name, length }) => values[name].replace(/\W/g, '').length < length);
      if (missing) return { error: { type: 'validation_error', message: missing.incomplete } };
      const sent = { 'payment_method_data[card][number]': values.number };
      const result = await this._post('payment_intents/:id/confirm', clientSecret, sent);
      return result.paymentIntent?.status === 'requires_action' ? this._authenticate(clientSecret) : result;
    }

    async _authenticate(clientSecret) {
      const accepted = await askBank();
      const result = await this._post('3ds/:id', clientSecret, { accepted });
      const error = result.paymentIntent?.last_payment_error;
      return error ? { error: { ...error, payment_intent: result.paymentIntent } } : result;
    }

    _post(path, clientSecret, sent) {
      const [intent] = clientSecret.split('_secret_');
      const body = new URLSearchParams({ key: this._key, client_secret: clientSecret, ...sent });
      return call(`/v1/${path.replace(':id', intent)}`, body);
    }

    // Stripe's library for React takes nothing for a Stripe that lacks these
    createPaymentMethod() {}
    createToken() {}
  }

  window.Stripe = Object.assign((key) => new Stripe(key), { version: 'endive' });
})();
