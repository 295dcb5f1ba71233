/** A decoded `a[b][0]=c` form with text at the leaves. */
export type Raw = string | { [name: string]: Raw };

/** Decodes a query or an urlencoded body with Stripe's brackets for hashes and lists. */
export function readForm(text: string): { [name: string]: Raw } {
  const form: { [name: string]: Raw } = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''));
    place(form, [first, ...rest], value);
  }
  return form;
}

function place(into: { [name: string]: Raw }, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(into).length) : name;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const inner = into[key];
  const hash = typeof inner === 'object' ? inner : {};
  into[key] = hash;
  place(hash, rest, value);
}
