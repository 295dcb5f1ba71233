/* global document, window */
/*
 * A stand-in for Stripe.js in browser tests and development: the card element, confirmCardPayment and 3-D Secure, against
 * the fake API. Like Stripe's, it is a classic script that defines window.Stripe. Stripe draws its
 * inputs in frames; this script draws them in the page.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);
  const api = origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : origin;

  const FIELDS = [
    {
      name: 'number',
      label: 'Card number',
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      width: '11em',
    },
    { name: 'expiry', label: 'Expiration date', autocomplete: 'cc-exp', placeholder: 'MM / YY', width: '5em' },
    { name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', placeholder: 'CVC', width: '3.5em' },
    { name: 'postalCode', label: 'ZIP', autocomplete: 'postal-code', placeholder: 'ZIP', width: '5em' },
  ];

  /** The first missing part of a typed card, as Stripe's code and message. The fake API declines a number that it does not know. */
  function problemOf(values) {
    const digits = (name) => values[name].replace(/\D/g, '');
    if (digits('number').length < 12) return ['incomplete_number', 'Your card number is incomplete.'];
    if (digits('expiry').length < 4) return ['incomplete_expiry', "Your card's expiration date is incomplete."];
    if (digits('cvc').length < 3) return ['incomplete_cvc', "Your card's security code is incomplete."];
    if (values.postalCode.trim().length < 5) return ['incomplete_zip', 'Your postal code is incomplete.'];
    return undefined;
  }

  /** A card element with the methods and events of Stripe's elements. */
  class CardElement {
    constructor(type, options = {}) {
      this._type = type;
      this._options = options;
      this._handlers = new Map();
      this._root = document.createElement('div');
      this._root.dataset.fakeStripe = type;
      Object.assign(this._root.style, { display: 'flex', flexWrap: 'wrap', gap: '0.5em' });
      this._inputs = FIELDS.map((field) => this._draw(field));
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
        color: this._options.style?.base?.color ?? 'inherit',
        background: 'transparent',
        border: '0',
      });
      input.addEventListener('input', () => this._changed());
      input.addEventListener('focus', () => this._emit('focus', {}));
      input.addEventListener('blur', () => this._emit('blur', {}));
      this._root.append(input);
      return input;
    }

    _changed() {
      this._emit('change', {
        empty: this._inputs.every(({ value }) => value === ''),
        complete: !problemOf(this._values()),
      });
    }

    _values() {
      return Object.fromEntries(this._inputs.map(({ name, value }) => [name, value]));
    }

    _emit(event, detail) {
      for (const handler of this._handlers.get(event) ?? []) handler({ elementType: this._type, ...detail });
    }

    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      place.replaceChildren(this._root);
      queueMicrotask(() => this._emit('ready', {}));
    }
    on(event, handler) {
      this._handlers.set(event, [...(this._handlers.get(event) ?? []), handler]);
      return this;
    }
    off(event, handler) {
      const kept = handler ? (this._handlers.get(event) ?? []).filter((other) => other !== handler) : [];
      this._handlers.set(event, kept);
      return this;
    }
    update(options) {
      this._options = { ...this._options, ...options };
      const { disabled, style } = this._options;
      for (const input of this._inputs) {
        input.disabled = Boolean(disabled);
        if (style?.base?.color) input.style.color = style.base.color;
      }
    }
    destroy() {
      this._root.remove();
      this._handlers.clear();
    }
  }

  class Elements {
    _created = [];

    create(type, options) {
      const element = new CardElement(type, options);
      this._created.push(element);
      return element;
    }
    getElement(type) {
      const name = typeof type === 'string' ? type : type?.__elementType;
      return this._created.find(({ _type, _root }) => _type === name && _root.isConnected) ?? null;
    }
    update() {}
  }

  const validationError = (element) => {
    const problem = element ? problemOf(element._values()) : ['incomplete_number', 'Your card number is incomplete.'];
    return problem && { error: { type: 'validation_error', code: problem[0], message: problem[1] } };
  };

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
      if (!/^pk_(test|live)_/.test(key)) throw new Error(`Invalid API Key: ${key}`);
      this._key = key;
    }

    elements() {
      return new Elements();
    }

    async confirmCardPayment(clientSecret, { payment_method: { card } = {} } = {}) {
      const problem = validationError(card);
      if (problem) return problem;
      const { number } = card._values();
      const sent = { 'payment_method_data[card][number]': number };
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
    registerAppInfo() {}
    _registerWrapper() {}
  }

  window.Stripe = Object.assign((key, options) => new Stripe(key, options), { version: 'endive' });
})();
