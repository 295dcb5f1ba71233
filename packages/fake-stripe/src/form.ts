export interface Form {
  [name: string]: string | number | boolean | Form;
}

/** What is not text, in all the calls that ours makes. */
const NUMBERS = ['amount', 'limit', 'created[gte]'];
const FLAGS = ['automatic_payment_methods[enabled]', 'accepted'];

/** Decodes a query or an urlencoded body with Stripe's brackets for hashes and lists; a list becomes a hash. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    place(form, path, NUMBERS.includes(name) ? Number(value) : FLAGS.includes(name) ? value === 'true' : value);
  }
  return form;
}

function place(into: Form, [name = '', ...rest]: string[], value: string | number | boolean): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const hash = typeof inner === 'object' ? inner : {};
  into[name] = hash;
  place(hash, rest, value);
}
